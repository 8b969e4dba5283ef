// An engine for official Yahtzee in JavaScript: fivedice rate "engine:node examples/engine.js"
import { createInterface } from "node:readline";

const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance"];
const BOXES = [...UPPER, ...LOWER];
const CODES = "1 2 3 4 5 6 3K 4K FH SS LS Y C".split(" ");
const USUAL = [2, 5, 8, 12, 15, 19, 21, 13, 23, 29, 33, 17, 22];

/** What a box pays, jokers apart. */
function points(box, dice) {
  const counts = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
  const sum = dice.reduce((total, die) => total + die, 0);
  const most = Math.max(...counts);
  const run = (length) => counts.map((count) => (count ? "x" : " ")).join("").includes("x".repeat(length));
  if (UPPER.includes(box)) return (UPPER.indexOf(box) + 1) * counts[UPPER.indexOf(box)];
  return {
    three_of_a_kind: most >= 3 ? sum : 0,
    four_of_a_kind: most >= 4 ? sum : 0,
    full_house: counts.includes(3) && counts.includes(2) ? 25 : 0,
    small_straight: run(4) ? 30 : 0,
    large_straight: run(5) ? 40 : 0,
    yahtzee: most === 5 ? 50 : 0,
    chance: sum,
  }[box];
}

/** The open boxes that these dice may be scored in: a joker goes to its upper box, or else to a lower one. */
function legal(boxes, dice) {
  if (new Set(dice).size > 1 || boxes.includes("yahtzee")) return boxes;
  const own = UPPER[dice[0] - 1];
  if (boxes.includes(own)) return [own];
  const lower = boxes.filter((box) => LOWER.includes(box));
  return lower.length ? lower : boxes;
}

function decide(position) {
  const [card, dice, rerolls] = position.split(/[ :]/);
  const filled = card.split(",").map((entry) => BOXES[CODES.indexOf(entry.split("=")[0])]);
  const faces = [...dice].map(Number);
  const boxes = legal(BOXES.filter((box) => !filled.includes(box)), faces);
  const worth = (box) => points(box, faces) - USUAL[BOXES.indexOf(box)];
  const best = boxes.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  if (rerolls === "0" || points(best, faces) >= 25) return `score ${best}`;
  const count = (face) => faces.filter((die) => die === face).length;
  const often = faces.reduce((one, other) => (count(other) - count(one) || other - one) > 0 ? other : one);
  return `keep ${String(often).repeat(count(often))}`;
}

let position = "";
for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "fdi") console.log("id name frequent-face-js\nfdiok");
  else if (word === "isready") console.log("readyok");
  else if (word === "rules" && rest.join(" ") !== "yahtzee") console.log("error this engine plays yahtzee only");
  else if (word === "position") position = rest.join(" ");
  else if (word === "go") console.log(`decision ${decide(position)}`);
  else if (word === "quit") process.exit(0);
}
