/** The two graphs of a report: the expected score decision by decision, and the chances to win turn by turn. */

import { lineChart } from "../shared/chart.js";
import { decimal, language, percent, t } from "../shared/language.js";
import { GRADES, moment } from "./decision.js";
/** @typedef {import("../shared/types.js").Review} Review */
/** @typedef {import("../shared/types.js").SeatReview} SeatReview */

const ROUNDS = t("Round");

/**
 * @param {SeatReview} own @param {number|null} chosen index of the decision that is marked
 * @param {(index: number) => void} choose
 */
export function scoreGraph(own, chosen, choose) {
  const points = own.decisions.map((one, i) => ({
    x: i,
    y: one.value,
    mark: t("{moment}: {value}, {grade}", {
      moment: moment(one),
      value: decimal(one.value, 1),
      grade: GRADES[one.grade].toLocaleLowerCase(language),
    }),
    grade: one.grade,
  }));
  const marks = own.decisions.flatMap((one, x) =>
    one.turn === own.decisions[x - 1]?.turn ? [] : [{ x, text: String(one.turn + 1) }],
  );
  return lineChart({
    lines: [{ name: own.name, kind: `tone-${own.seat % 8}`, points }],
    label: t("Expected final score of {name} after each of {count} decisions, from {start} to {end}", {
      name: own.name,
      count: points.length,
      start: own.start.toFixed(0),
      end: own.score.toFixed(0),
    }),
    below: { title: ROUNDS, marks },
    choose: (_, point) => choose(point),
    chosen: chosen === null ? null : { line: 0, point: chosen },
  });
}

/**
 * Every round has its place on the axis, also where the first ones are not computed yet.
 * @param {Review} review @param {number} rounds @param {(seat: number, turn: number) => void} choose
 */
export function winGraph(review, rounds, choose) {
  const seats = review.seats.length;
  const place = (/** @type {import("../shared/types.js").WinPoint} */ point) =>
    point.turn === null || point.seat === null ? 0 : point.turn + (point.seat + 1) / seats;
  const last = review.win[review.win.length - 1];
  const lines = review.seats.map((seat, i) => ({
    name: seat.name,
    kind: `tone-${i % 8}`,
    points: review.win.map((point) => ({
      x: place(point),
      y: point.chances[i] * 100,
      mark:
        point.turn !== null && point.seat === i
          ? t("Round {round}: {share} %", { round: point.turn + 1, share: Math.round(point.chances[i] * 100) })
          : undefined,
    })),
  }));
  return lineChart({
    lines,
    low: 0,
    high: 100,
    span: [0, rounds],
    unit: (share) => percent(share / 100),
    below: {
      title: ROUNDS,
      marks: Array.from({ length: rounds }, (_, round) => ({ x: round + 1, text: String(round + 1) })),
    },
    label: t("Chances to win: at the end {chances}", {
      chances: review.seats.map((seat, i) => `${seat.name} ${percent(last.chances[i])}`).join(", "),
    }),
    choose: (line, point) => {
      const { turn } = review.win[point];
      if (turn !== null) choose(line, turn);
    },
  });
}
