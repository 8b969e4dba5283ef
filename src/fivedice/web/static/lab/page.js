/** What every page of the laboratory about rules begins with: the toolbar, the variants, and the address to come back to. */

import { getVariants } from "../shared/api.js";
import { showError } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";

/** @param {(variants: import("../shared/types.js").Variant[]) => void} take @param {() => Promise<unknown>} load shows what the address asks for */
export function openPage(take, load) {
  toolbar();
  addEventListener("popstate", () => void load());
  getVariants()
    .then((found) => {
      take(found);
      return load();
    })
    .catch(showError);
}
