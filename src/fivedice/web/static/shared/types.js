/**
 * The messages of PROTOCOL.md, as types.
 *
 * @typedef {{name: string, title: string, code: string, section: "upper"|"lower"}} Category
 * @typedef {{points: number, bonus: number, legal: boolean}} Preview
 * @typedef {{have: number, need: number, worth: number, earned: boolean}} Bonus
 * @typedef {{name: string, kind: "person"|"robot", strategy: string|null, physical: boolean, open: boolean,
 *   connected: boolean, coached: boolean, card: Record<string, number>, upper: number, bonus: Bonus, yahtzee_bonuses: number,
 *   total: number}} Seat
 * @typedef {{what: "throw"|"fill", seat: number, category?: string, points?: number, bonus?: number}} Last
 * @typedef {{type: "state", seq: number, point: number, id: string, variant: string, title: string, turns: number, rolls: number,
 *   dice: number, faces: number, speed: string, categories: Category[],
 *   upper_bonus: {threshold: number, worth: number}, yahtzee_bonus: number, seats: Seat[], mover: number|null,
 *   turn: number, table: number[]|null, held: boolean[], thrown: boolean[], throw_number: number, throws_left: number,
 *   previews: Record<string, Preview>, wants: {seat: number, positions: number[], count: number}|null,
 *   says: {seat: number, text: string}|null, last: Last|null, over: boolean, rank: number[]|null, commitment: string,
 *   seed: string|null, rematch: {id: string, url: string}|string|null, watching: number}} State
 * @typedef {{what: "keep"|"fill", dice?: number[], held?: boolean[], category?: string, title?: string,
 *   points?: number, value: number, cost: number, grade?: string}} Advice
 * @typedef {{type: "coach", point: number, seat: number, mean: number, best: Advice, decisions: Advice[],
 *   words: string[]}} CoachMessage
 * @typedef {{type: "outlook", point: number, seat: number, mean: number, sd: number, low: number, high: number,
 *   least: number, width: number, bars: number[], from?: "dice"|"card",
 *   chances: {win: number, tie: number, value: number}[]|null}} OutlookMessage
 */

export {};
