/** Starting a game: the table is made, its tokens are kept, and the browser goes there. */

import { createTable } from "./api.js";
import { clearProblem, showError } from "./problem.js";
import { get, keepToken, speed } from "./storage.js";

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
    const table = await createTable({ ...game, speed: speed() });
    for (const [seat, token] of Object.entries(table.tokens)) keepToken(table.id, seat, token);
    made?.(table.id);
    location.assign(table.url);
  } catch (error) {
    showError(error);
    button.removeAttribute("disabled");
  }
}
