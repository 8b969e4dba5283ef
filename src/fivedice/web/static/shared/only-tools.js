/** A page without a module of its own has the tools of the header. */

import { toolbar } from "./toolbar.js";

toolbar();
