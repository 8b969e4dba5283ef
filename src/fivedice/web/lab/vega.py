"""Writes static/vendor/vega.js: Vega, Vega-Lite and vega-embed as one module, from the bundle that vl-convert carries.

`python -m fivedice.web.lab.vega` writes it again after a new version of vl-convert. vega-embed brings the interpreter
of expressions with it (option `ast`), so that pages draw charts under a policy without 'unsafe-eval'.
"""

from importlib.metadata import version
from pathlib import Path

import vl_convert

FILE = Path(__file__).parents[1] / "static" / "vendor" / "vega.js"
HEAD = """// @ts-nocheck
/*! Vega {vega}, Vega-Lite {lite}, vega-embed {embed} and what they use, as vl-convert {convert} bundles them.
 *  Written by `python -m fivedice.web.lab.vega`; licences: LICENSES.txt beside this file. */
"""


def module() -> str:
    """The module; its default export is vegaEmbed."""
    head = HEAD.format(
        vega=vl_convert.get_vega_version(),
        lite=vl_convert.get_vegalite_versions()[-1],
        embed=vl_convert.get_vega_embed_version(),
        convert=version("vl-convert-python"),
    )
    return head + str(vl_convert.javascript_bundle("export default vegaEmbed;")).rstrip() + "\n"


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(module(), encoding="utf-8")


if __name__ == "__main__":
    main()
