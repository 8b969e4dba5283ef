/** What rules lead to: the exact mean, then figures of optimal play and of simpler strategies, which take longer. */

import { sleep } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";
import { showError } from "../shared/problem.js";
import { ask } from "./ask.js";
import { drawResult } from "./result.js";
import { shownJob } from "./working.js";
/** @typedef {import("./rules.js").Design} Design */

/** Milliseconds without a change before jobs are asked for. */
const CALM = 400;
/** Questions of this page replace each other. */
const line = crypto.getRandomValues(new Uint32Array(2)).join("-");
/** The rules that are shown: answers about earlier ones are ignored. @type {Design|null} */
let latest = null;
/** Stops the jobs about them. */
let jobs = new AbortController();

/** The exact mean first, then what takes longer. @param {Design} found */
export async function follow(found) {
  latest = found;
  const control = restart();
  const { rules, base } = found;
  const place = byId("mean");
  place.setAttribute("aria-busy", "true");
  for (const id of ["figures", "ladder"]) byId(id).setAttribute("aria-busy", "true");
  try {
    const { mean, base_mean } = await ask("mean", { rules, base, line });
    if (found !== latest) return;
    drawMean(found, mean, base_mean);
  } catch (error) {
    if (found === latest) showError(error);
    return;
  } finally {
    if (found === latest) place.removeAttribute("aria-busy");
  }
  await sleep(CALM);
  if (found === latest && !control.signal.aborted) await measure(found, control);
}

/** Jobs wait for each other: a sweep comes first, and what it keeps waiting goes on after it. @param {Promise<unknown>} sweep */
export function sweeping(sweep) {
  const control = restart();
  void sweep.finally(() => {
    if (latest && !control.signal.aborted) void measure(latest, control);
  });
}

/** Stop the jobs under way; the new controller stops those that follow. */
function restart() {
  jobs.abort();
  return (jobs = new AbortController());
}

/** What optimal play makes of the rules, then the ladder of strategies. @param {Design} found @param {AbortController} control */
async function measure({ rules, base }, control) {
  await part("figures", t("Optimal play"), { kind: "figures", rules, base }, control);
  if (!control.signal.aborted) await part("ladder", t("What better play gains"), { kind: "ladder", rules, base }, control);
}

/**
 * What a job leads to, in its panel; the result before stays until then.
 * @param {string} id @param {string} title @param {import("./ask.js").Question & {kind: string}} job @param {AbortController} control
 */
async function part(id, title, job, control) {
  const place = byId(id);
  const working = el("div", {});
  place.querySelector(".working-place")?.remove();
  working.className = "working-place";
  place.prepend(working);
  const result = await shownJob(working, job, control);
  if (control.signal.aborted) return;
  place.removeAttribute("aria-busy");
  if (!result) return;
  await drawResult(place, result, el("h2", { text: title }), ...(id === "ladder" ? [gained(result)] : []));
}

/** @param {{gain: number, base_gain: number}} result */
function gained({ gain, base_gain }) {
  return el("p", {
    text: t("The best player gains {gain} points over the greedy one; in {base} it is {before}.", {
      gain: decimal(gain, 2),
      before: decimal(base_gain, 2),
      base: latest?.base_title ?? "",
    }),
  });
}

/** @param {Design} found @param {number} mean @param {number} before that of the base */
function drawMean(found, mean, before) {
  const more = mean - before;
  const place = byId("mean");
  place.dataset.digest = found.digest;
  put(
    place,
    el("p", { class: "soft", text: t("Exact mean of optimal play") }),
    el("p", { class: "exact-mean" }, el("strong", { text: decimal(mean, 4) })),
    el("p", {
      class: `against ${Math.abs(more) < 5e-5 ? "soft" : more > 0 ? "more" : "less"}`,
      text: found.same
        ? t("The base game.")
        : t("{more} against {base}, {before}", {
            more: `${more < 0 ? "−" : "+"}${decimal(Math.abs(more), 4)}`,
            base: found.base_title,
            before: decimal(before, 4),
          }),
    }),
  );
}
