/** The lobby: play now, other ways to play, all options, and the games under way. */

import { getVariants } from "../shared/api.js";
import { Cube } from "../shared/cube.js";
import { byId, el, put } from "../shared/dom.js";
import { showError } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";
import { asksForSeats, firstVariant } from "./defaults.js";
import { watchTables } from "./open-tables.js";
import { playNow } from "./play-now.js";
import { tableForm } from "./table-form.js";
import { ways } from "./ways.js";

/** Dice on the felt of the headline, as decoration. */
function decorate() {
  const dice = [
    [5, -18],
    [2, 14],
    [6, -6],
    [3, 21],
    [1, -12],
  ].map(([value, yaw]) => {
    const cube = new Cube();
    cube.mark(value, 6);
    cube.rest(value, yaw);
    return el("span", { class: "die" }, cube.element);
  });
  put(byId("hero-dice"), ...dice);
}

async function main() {
  toolbar();
  decorate();
  const variants = await getVariants();
  const chosen = variants.find((one) => one.name === firstVariant()) ?? variants[0];
  const now = playNow(variants, chosen.name);
  ways(() => now.variant.name);
  byId("more-options", HTMLDetailsElement).open = asksForSeats();
  tableForm(variants, chosen.name);
  if (asksForSeats()) byId("more-options").scrollIntoView();
  // Also when the browser shows the page again as it was left.
  addEventListener("pageshow", () => {
    for (const id of ["play", "start"]) byId(id).removeAttribute("disabled");
  });
  void watchTables(variants);
}

main().catch(showError);
