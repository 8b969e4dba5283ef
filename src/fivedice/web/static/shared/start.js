/** Starting a game: the table is made, its tokens are kept, and the browser goes there. */

import { createTable, isNameTaken } from "./api.js";
import { clearProblem, showError } from "./problem.js";
import { keepSecret, links, newSecret } from "./shares.js";
import { get, keepToken, set, speed } from "./storage.js";

/** The seat of the player at this screen. @returns {import("./types.js").NewSeat} */
export function ownSeat(physical = false) {
  const name = get("name", "").trim();
  return { kind: "person", physical, ...(name ? { name } : {}) };
}

/**
 * @param {Omit<import("./types.js").NewTable, "speed">} game @param {HTMLElement} button
 * @param {(id: string) => void} [made] called before the browser leaves
 */
export async function startGame(game, button, made) {
  clearProblem();
  button.setAttribute("disabled", "");
  try {
    // This browser pledges its shares in the dice before the server draws its seed.
    const secrets = game.seats.map(newSecret);
    const seats = game.seats.map((seat, i) =>
      seat.kind === "person" && !seat.open ? { ...seat, pledge: links(secrets[i])[0] } : seat,
    );
    const table = await createTable({ ...game, seats, speed: speed() });
    for (const [seat, token] of Object.entries(table.tokens)) {
      keepToken(table.id, seat, token);
      keepSecret(table.id, seat, secrets[Number(seat)]);
    }
    made?.(table.id);
    location.assign(table.url);
  } catch (error) {
    // A name that became somebody else's must not stand in the way of playing.
    const named = game.seats.filter((seat) => seat.kind === "person" && seat.name);
    if (isNameTaken(error) && named.length === 1) set("name", "");
    showError(error);
    button.removeAttribute("disabled");
  }
}
