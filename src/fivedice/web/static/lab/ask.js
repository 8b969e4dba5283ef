/** Questions to the laboratory, and its jobs. What is refused is a Declined with the server's own sentence. */

import { sleep } from "../shared/api.js";
import { t } from "../shared/language.js";
import { spoken } from "../shared/spoken.js";

/** @typedef {Record<string, unknown>} Question */
/**
 * @typedef {{id: string, kind: string, state: "waiting"|"running"|"done"|"failed"|"stopped", place: number, done: number,
 *   total: number, sentence?: string, result?: any, so_far?: any}} Job
 */

const FIRST_WAIT = 150;
const LONGEST_WAIT = 1500;

export class Declined extends Error {
  /** @param {string} sentence @param {number} status @param {string} key the control that causes it, "" for none */
  constructor(sentence, status, key) {
    super(sentence);
    this.status = status;
    this.key = key;
  }
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Declined(t("The server cannot be reached; is it still running?"), 0, "");
  }
  const body = spoken(await answer.json().catch(() => null));
  if (!answer.ok)
    throw new Declined(
      body?.sentence ?? t("The server answered {status}.", { status: answer.status }),
      answer.status,
      body?.key ?? "",
    );
  return body;
}

/** @param {string} path @param {string} method @param {unknown} body */
function send(path, method, body) {
  return request(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {string} call @param {Question} question @returns {Promise<any>} */
export function ask(call, question) {
  return send(`/api/lab/${call}`, "POST", question);
}

/** A list of the laboratory, or a report. @param {string} path @returns {Promise<any>} */
export function read(path) {
  return request(`/api/lab/${path}`);
}

/** Keep a trained player, or remove one. @param {"POST"|"DELETE"} method @param {Question} body @returns {Promise<any>} */
export function changePlayers(method, body) {
  return send("/api/lab/players", method, body);
}

/** @type {Promise<{level: string, kinds: string[], learns: boolean, themes: {light: object, dark: object}}>|null} */
let known = null;

/** What is open here, and the looks of charts. */
export function about() {
  known ??= request("/api/lab");
  return known;
}

/**
 * Starts a job and waits for its result. The id of a job is kept for this tab, so that a page that is loaded again goes
 * on with it; `signal` stops it.
 * @param {Question & {kind: string}} job @param {(job: Job) => void} tell called whenever something is known
 * @param {AbortSignal} [signal]
 */
export async function runJob(job, tell, signal) {
  const key = keyOf(job);
  let found = await begun(job, key);
  const stop = () => {
    sessionStorage.removeItem(key);
    void request(`/api/jobs/${found.id}`, { method: "DELETE" }).catch(() => null);
  };
  signal?.addEventListener("abort", stop, { once: true });
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 1.3)) {
    if (signal?.aborted) throw new DOMException("stopped", "AbortError");
    tell(found);
    if (found.state === "done") return found.result;
    if (found.state === "failed") throw new Declined(found.sentence ?? "", 400, "");
    if (found.state === "stopped") throw new DOMException("stopped", "AbortError");
    await sleep(wait);
    if (!signal?.aborted) found = await request(`/api/jobs/${found.id}`);
  }
}

/** Where this tab remembers the id of a job. @param {Question} job */
function keyOf(job) {
  return `job.${JSON.stringify(job)}`;
}

/** What this tab knows of a job, null where the server no longer does. @param {Question} job @returns {Promise<Job|null>} */
async function remembered(job) {
  const id = sessionStorage.getItem(keyOf(job));
  return id ? request(`/api/jobs/${id}`).catch(() => null) : null;
}

/** Whether this tab has started a job that is not over. @param {Question} job */
export async function isUnderWay(job) {
  const found = await remembered(job);
  return found?.state === "waiting" || found?.state === "running";
}

/** Forget that this tab has started a job. @param {Question} job */
export function forget(job) {
  sessionStorage.removeItem(keyOf(job));
}

/** @param {Question} job @param {string} key @returns {Promise<Job>} */
async function begun(job, key) {
  const kept = await remembered(job);
  if (kept && kept.state !== "stopped" && kept.state !== "failed") return kept;
  const found = await send("/api/jobs", "POST", job);
  sessionStorage.setItem(key, found.id);
  return found;
}
