/** Learn to play: begins the guided first game. The table's page has the guide. */

import { byId } from "../shared/dom.js";
import { set } from "../shared/storage.js";
import { toolbar } from "../shared/toolbar.js";
import { ownSeat, startGame } from "../shared/start.js";

toolbar();
byId("begin").addEventListener("click", () => {
  const made = (/** @type {string} */ id) => set(`guide.${id}`, "on");
  void startGame({ variant: "first-game", seats: [ownSeat()] }, byId("begin"), made);
});
addEventListener("pageshow", () => byId("begin").removeAttribute("disabled"));
