/**
 * The messages of PROTOCOL.md, as types. This file has no code: modules name its types in comments.
 *
 * Rules and players
 * @typedef {"person"|"robot"|"bot"} Kind
 * @typedef {"best"|"good"|"inaccuracy"|"mistake"|"blunder"} Grade
 * @typedef {"slow"|"normal"|"fast"|"off"} Speed
 * @typedef {Record<string, string>} Tokens secret of a seat by its number
 * @typedef {{name: string, title: string, summary: string, turns: number, dice: number, faces: number, rolls: number,
 *   mean: number|null, levels: Level[]}} Variant
 * @typedef {{name: string, title: string, strategy: string, mean: number|null, line: string}} Level
 * @typedef {{name: string, title: string, summary: string, mean: number|null, sd: number|null, exact?: boolean,
 *   plays: boolean, sentence: string, group: string}} Strategy
 *
 * Answers to requests
 * @typedef {{variant: string, pending: boolean, strategies: Strategy[]}} Strategies
 * @typedef {{kind: Kind, name?: string, strategy?: string, open?: boolean, physical: boolean,
 *   pledge?: string}} NewSeat
 * @typedef {{variant?: string, rules?: string, speed: Speed, seats: NewSeat[], listed?: boolean, casual?: boolean,
 *   clock?: number}} NewTable
 * @typedef {{id: string, url: string, tokens: Tokens}} CreatedTable
 * @typedef {{id: string, variant: string, title: string, created: string, acted: string, round: number, open: number,
 *   connected: number, seats: {name: string, kind: Kind, open: boolean}[]}} OpenTable
 * @typedef {{game: string, seat: number, name: string, kind: Kind, strategy: string|null, variant: string, ended: string,
 *   score: number, coached: boolean, list: ScoreList, regret: number|null, luck: number|null}} Score
 * @typedef {"person"|"coached"|"real"|"practice"|"robot"|"bot"} ScoreList
 * @typedef {{mean: number, sd: number, low: number, high: number, least: number, width: number, bars: number[]}} Bars
 *   probabilities of final scores in ranges of `width` points, the first from `least` on
 * @typedef {{name: string, variant: string, variants: string[], count: number, mean: number|null, best: number|null,
 *   regret: number|null, games: Score[], optimal: (Bars & {below: number[]})|null}} Player
 *   below: share of optimal games that score less than each of these
 * @typedef {{variant: string|null, title: string, bonuses: string[],
 *   boxes: {name: string, title: string, section: "upper"|"lower", sentences: string[], dice: number[]}[]}} BoxRules
 *
 * The record of a game, as far as dice are checked by it
 * @typedef {{event: "thrown", seat: number, turn: number, throw: number, dice: number[], held: number[], share?: string}} Thrown
 * @typedef {{event: "pledged", seat: number, pledge: string}} Pledged
 * @typedef {{event: "shared", seat: number, share: string}} Shared
 * @typedef {{commitment: string|null, seed: string|null, seats: {physical: boolean}[], scores: {name: string}[],
 *   events: (Thrown|Pledged|Shared|{event: "filled"|"undone"|"renamed"|"joined"|"coached"})[]}} GameRecord
 *
 * The review of a game
 * @typedef {"keep"|"category"} DecisionKind
 * @typedef {{kind: DecisionKind, decision: string, value: number, regret: number, points?: number|null}} Option
 * @typedef {{seat: number, turn: number, throw: number, card: Record<string, number>, yahtzee_bonuses: number, saved: number, dice: number[],
 *   rerolls: number, kind: DecisionKind, decision: string, held: number[], points: number|null, bonus: number|null,
 *   before: number, luck: number, value: number, best_kind: DecisionKind, best: string, best_value: number,
 *   best_points: number|null, choice?: boolean, deputy?: boolean, regret: number,
 *   grade: Grade, options?: Option[], why?: string[]}} Decided
 * @typedef {{seat: number, name: string, kind: Kind, strategy: string|null, physical: boolean, start: number, score: number,
 *   regret: number, luck: number, forgone?: number, accuracy: number|null, grades: Record<Grade, number>, decisions: Decided[],
 *   lessons: number[]}} SeatReview
 * @typedef {{seat: number|null, turn: number|null, chances: number[]}} WinPoint
 * @typedef {{game: string, variant: string, rules: string, over: boolean, grades: {grade: Grade, below: number|null}[],
 *   seats: SeatReview[], win: WinPoint[]}} Review
 * @typedef {{pending: true, step: "solve"|"bonus"|"review"|"win", done: number, total: number}} ReviewProgress
 *
 * The state of a table
 * @typedef {{name: string, title: string, code: string, section: "upper"|"lower", column: number, kind: string,
 *   words: string}} Category `kind` and `words` are name and title of the box without its column
 * @typedef {{name: string, order: "free"|"down"|"up", multiplier: number}} Column
 * @typedef {{points: number, bonus: number, legal: boolean}} Preview
 * @typedef {{have: number, need: number, worth: number, earned: boolean}} Bonus
 * @typedef {{name: string, kind: Kind, strategy: string|null, physical: boolean, open: boolean, connected: boolean,
 *   away: number|null, deputy: {strategy: string, until: "turn"|"return", reason: "away"|"clock"}|null, resigned: boolean,
 *   marks: string[], robot_turns: number[], coached: boolean, link: string|null, owes: boolean, card: Record<string, number>, upper: number, bonus: Bonus, bonuses: Bonus[], yahtzee_bonuses: number, saved: number,
 *   total: number}} Seat
 * @typedef {"up"|"laugh"|"wow"|"cry"|"clap"|"luck"} Emote
 * @typedef {{what: "retract"|"stop", seat: number, waits: number[]}} Request what a player wants, and who has not agreed yet
 * @typedef {{what: "throw"|"undo"|"retract"|"depute"|"return"|"resign"|"stop", seat: number}|{what: "fill", seat: number, category: string, points: number,
 *   bonus: number}} Last
 * @typedef {{seat: number, text: string}} Says
 * @typedef {{type: "state", seq: number, point: number, id: string, variant: string, title: string, turns: number, rolls: number,
 *   dice: number, faces: number, speed: Speed, created: string, categories: Category[], columns: Column[], saves: boolean,
 *   upper_bonus: {threshold: number, worth: number}, yahtzee_bonus: number, seats: Seat[], mover: number|null,
 *   turn: number, table: number[]|null, held: boolean[], thrown: boolean[], throw_number: number, throws_left: number,
 *   turn_rolls: number, previews: Record<string, Preview>, notes: string[],
 *   wants: {seat: number, positions: number[], count: number}|null,
 *   says: Says|null, last: Last|null, over: boolean, rank: number[]|null, commitment: string|null, seed: string|null, shares: boolean,
 *   rematch: string|null, watching: number, stopped: boolean, away_after: number, casual: boolean, retractable: number|null,
 *   request: Request|null, clock: {seconds: number, left: number|null}|null}} State
 *
 * Other messages to the page
 * @typedef {{value: number, cost: number, grade: Grade}} Worth
 * @typedef {Worth & {what: "keep", dice: number[], held: boolean[]}} KeepAdvice
 * @typedef {Worth & {what: "fill", category: string, title: string, points: number}} FillAdvice
 * @typedef {KeepAdvice|FillAdvice} Advice
 * @typedef {{type: "welcome", you: number[], tokens: Tokens}} Welcome
 * @typedef {{type: "held", seat: number, held: boolean[], point: number, says: Says|null}} Held
 * @typedef {{type: "presence", connected: boolean[], away: (number|null)[], watching: number}} Presence
 * @typedef {{type: "request", request: Request|null}} RequestMessage
 * @typedef {{type: "reaction", seat: number, emote: Emote}} Reaction
 * @typedef {{type: "solving", variant: string, done: number, total: number}} Solving
 * @typedef {{type: "coach", point: number, seat: number, mean: number, best: Advice, decisions: Advice[],
 *   words: string[]}} CoachMessage
 * @typedef {Bars & {type: "outlook", point: number, seat: number, from: "dice"|"card",
 *   chances: {win: number, tie: number, value: number}[]|null}} Outlook
 * @typedef {{type: "rematch", id: string, url: string, tokens: Tokens}} Rematch
 * @typedef {{type: "error", sentence: string, about: string}} Refusal
 * @typedef {Welcome|State|Held|Presence|RequestMessage|Reaction|Solving|CoachMessage|Outlook|Rematch|Refusal} ServerMessage
 *
 * Messages from the page
 * @typedef {{do: "throw", held: boolean[], shown?: number[], share?: string}|{do: "fill", category: string}|{do: "undo"}} Move
 * @typedef {(Move & {point: number})|{do: "hold", held: boolean[], point: number}|
 *   {do: "join", tokens: string[], seat?: number, name?: string, device?: string}|{do: "coach", on: boolean}|
 *   {do: "rename", seat: number, name: string, device: string}|{do: "speed", speed: Speed}|{do: "rematch"}|
 *   {do: "depute", seat: number, until: "turn"|"return"}|{do: "stop"}|{do: "resign", seat: number}|
 *   {do: "retract", point: number}|{do: "answer", on: boolean}|{do: "react", seat: number, emote: Emote}|
 *   {do: "pledge", seat: number, pledge: string}|{do: "share", seat: number, share: string}} PageMessage
 */

export {};
