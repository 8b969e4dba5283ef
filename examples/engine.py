"""An engine for official Yahtzee in plain Python: `fivedice rate "engine:python3 examples/engine.py"`."""

import sys

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance"]
CODES = dict(zip(["1", "2", "3", "4", "5", "6", "3K", "4K", "FH", "SS", "LS", "Y", "C"], UPPER + LOWER, strict=True))


def points(box, dice):
    """What a box pays, jokers apart."""
    most, faces = max(map(dice.count, dice)), set(dice)
    run = max(map(len, "".join("x" if face in faces else " " for face in range(1, 7)).split()))
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    return {
        "three_of_a_kind": sum(dice) * (most >= 3),
        "four_of_a_kind": sum(dice) * (most >= 4),
        "full_house": 25 * (sorted(map(dice.count, faces)) == [2, 3]),
        "small_straight": 30 * (run >= 4),
        "large_straight": 40 * (run >= 5),
        "yahtzee": 50 * (most == 5),
        "chance": sum(dice),
    }[box]


def legal(boxes, dice):
    """The open boxes that these dice may be scored in: a joker goes to its upper box, or else to a lower one."""
    if len(set(dice)) > 1 or "yahtzee" in boxes:
        return boxes
    own = UPPER[dice[0] - 1]
    return [own] if own in boxes else [box for box in boxes if box in LOWER] or boxes


def decide(position):
    """Keep the most frequent face while dice may be rolled again; then score what pays most against a usual score."""
    card, throw = position.split()
    filled = {CODES[entry.split("=")[0]] for entry in card.split(",") if "=" in entry}
    dice, rerolls = [int(die) for die in throw.split(":")[0]], int(throw.split(":")[1])
    boxes = legal([box for box in UPPER + LOWER if box not in filled], dice)
    usual = dict(zip(UPPER + LOWER, [2, 5, 8, 12, 15, 19, 21, 13, 23, 29, 33, 17, 22], strict=True))
    best = max(boxes, key=lambda box: points(box, dice) - usual[box])
    if rerolls and points(best, dice) < 25:
        face = max(dice, key=lambda die: (dice.count(die), die))
        return f"keep {str(face) * dice.count(face)}"
    return f"score {best}"


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "fdi":
        print("id name frequent-face\nfdiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "rules" and rest != "yahtzee":
        print(f"error this engine plays yahtzee only, not {rest}", flush=True)
    elif word == "position":
        position = rest
    elif word == "go":
        print(f"decision {decide(position)}", flush=True)
    elif word == "quit":
        break
