/** Requests to the server; a refusal is an Error with the server's own sentence. */

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
  if (!answer.ok) throw new Error(body?.sentence ?? `The server answered ${answer.status}.`);
  return { status: answer.status, body };
}

/** @param {string} path */
export async function ask(path) {
  return (await request(path)).body;
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
    const { status, body } = await request(path);
    if (status !== 202) return body;
    pending(body);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The last part of this page's address. */
export function lastPart() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
}
