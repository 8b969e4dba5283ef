"""A stand-in for a language model: it reads a position in words up to an empty line, and answers with one line.

Put the call of a model where `answer` is: `fivedice rate "text:python3 examples/text_player.py" --games 10`.
"""

import re
import sys


def answer(prompt):
    """Score the open box that pays most for these dice, as the prompt lists them."""
    boxes = re.findall(r"^- (\w+) .*\): (\d+)", prompt, re.MULTILINE)
    return f"score {max(boxes, key=lambda box: int(box[1]))[0]}"


lines = []
for line in sys.stdin:
    if line.strip():
        lines.append(line)
    else:
        print(answer("".join(lines)), flush=True)
        lines = []
