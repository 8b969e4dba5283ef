/** Requests to the server; a refusal is an Error with the server's own sentence. */

import { tellProblem } from "./problem.js";

const BUSY = 503;
const FIRST_WAIT = 600;
const LONGEST_WAIT = 8000;

/** @param {number} time milliseconds */
function sleep(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/**
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<{status: number, body: any}>}
 */
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server cannot be reached; is it still running?");
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) {
    const sentence = body?.sentence ?? `The server answered ${answer.status}.`;
    throw Object.assign(new Error(sentence), { status: answer.status });
  }
  return { status: answer.status, body };
}

/**
 * Ask for something; a server that is away or in trouble is asked again, more and more seldom, and the page says so.
 * @param {string} path
 */
async function askPatiently(path) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 1.8)) {
    try {
      const answer = await request(path);
      tellProblem(null, path);
      return answer;
    } catch (error) {
      const { status } = /** @type {any} */ (error);
      if (status !== undefined && status !== BUSY) throw error;
      tellProblem(`${/** @type {Error} */ (error).message} Trying again…`, path);
      await sleep(wait);
    }
  }
}

/** @param {string} path */
export async function ask(path) {
  return (await askPatiently(path)).body;
}

/** @param {string} path @param {object} body */
export async function post(path, body) {
  return (
    await request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).body;
}

/**
 * Ask again while the answer is still being worked out.
 * @param {string} path @param {(progress: any) => void} pending
 */
export async function askUntilReady(path, pending) {
  for (let wait = 300; ; wait = Math.min(wait * 1.4, 2500)) {
    const { status, body } = await askPatiently(path);
    if (status !== 202) return body;
    pending(body);
    await sleep(wait);
  }
}

/** The last part of this page's address. */
export function lastPart() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
}
