"""Many games stepped at once, one action each: the dice, the rules, what is seen afterwards and what is legal then.

Actions and observations are those of `environments.encoding`. The dice of game g of a seed are those of
`random.fill_dice`: in the r-th throw of turn t, the die in position i comes from the counter (g, t, r · n + i).
"""

from typing import Any

import numpy as np
from numba import uint32, uint64

from fivedice.kernels.arguments import Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.eights import EIGHT, bit_count, copy_eight, multiply_eight, or_eight
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.random import LOW_WORD, WORD_BITS, fill_words
from fivedice.kernels.scoring import score_box
from fivedice.kernels.step_arrays import GROUP, Encoded, Games, Scratch, Seen, Taken

TAKE_FIRST, END_GAME = 0, 1
"""What an illegal action does: the first legal one is taken instead, or the game ends."""


@part
def empty_card(games: Games, at: int, rerolls: int) -> None:
    """A game before its first throw."""
    games.filled[at] = games.flags[at] = games.upper[at] = games.turn[at] = games.score[at] = 0
    games.rerolls[at], games.over[at] = rerolls, False


@part
def act(
    games: Games, begin: int, end: int, actions: Any, taken: Taken, on_illegal: int, again: bool, scratch: Scratch,
    encoded: Encoded, rules: Numbers,
) -> None:  # fmt: skip
    """One action in each of some games, up to the throw that it leads to; arguments as in `run_games`."""
    throws, held = scratch.throws, scratch.held
    keeps, boxes = encoded.leftmost.shape[1], encoded.upper.size
    for at in range(begin, end):
        action, place = actions[at], at - begin
        taken.action[at], taken.points[at], taken.illegal[at], taken.ended[at] = -1, 0.0, False, False
        throws[place], held[place] = 0, 0
        if games.over[at]:
            if again:
                games.number[at] += 1
                empty_card(games, at, encoded.rerolls)
            else:
                throws[place], taken.ended[at] = -1, True
            continue
        legal, is_keep, box = games.legal[at], 0 <= action < keeps, action - keeps
        wrong = games.rerolls[at] == 0 if is_keep else not (0 <= box < boxes and legal >> box & 1)
        if wrong:
            taken.illegal[at] = True
            if on_illegal == END_GAME:
                games.over[at] = taken.ended[at] = True
                games.rerolls[at], throws[place] = 0, -1
                continue
            is_keep, action, box = games.rerolls[at] > 0, 0, 0
            while not is_keep and not legal >> box & 1:
                box += 1
        roll, filled = games.roll[at], games.filled[at]
        if is_keep:
            taken.action[at] = encoded.leftmost[roll, action]
            games.rerolls[at] -= 1
            throws[place], held[place] = encoded.rerolls - games.rerolls[at], action
            continue
        taken.action[at] = keeps + box
        face = np.int64(encoded.equal_face[roll])
        full = pays_full_value(filled, rules.everything & ~filled, face, encoded.face_boxes[face], rules)
        paid, extra, games.flags[at] = score_box(
            box, games.flags[at], face, full, encoded.pays[0, roll, box], encoded.pays[1, roll, box], rules
        )
        games.filled[at] = filled | 1 << box
        if encoded.upper[box]:
            games.upper[at] = min(games.upper[at] + paid, encoded.cap)
        gained = paid + extra
        games.turn[at] += 1
        games.rerolls[at] = encoded.rerolls
        if games.turn[at] == boxes:
            gained += encoded.bonus if games.upper[at] >= encoded.cap else 0
            games.over[at] = taken.ended[at] = True
            games.rerolls[at], throws[place] = 0, -1
        games.score[at] += gained
        taken.points[at] = gained


@part
def throw_dice(games: Games, begin: int, end: int, scratch: Scratch, encoded: Encoded) -> None:
    """Throw the dice that are not held; equal dice are held from the left.

    All words that a throw could need are drawn, and each die is then chosen without a branch: which dice are held is as
    random as they are, and half of all branches would be guessed wrong.
    """
    throws, held, kept, counters, words = scratch
    extend, roll_dice, table = encoded.extend, encoded.roll_dice, games.table
    count, faces, inner = table.shape[1], uint64(extend.shape[1]), extend.shape[0]
    for at in range(begin, end):
        place, number, seed = at - begin, uint64(games.number[at]), uint64(games.seeds[at])
        counters[0, place], counters[1, place] = uint32(number & LOW_WORD), uint32(number >> WORD_BITS)
        counters[2, place] = uint32(games.turn[at])
        counters[3, place] = uint32(throws[place] * count >> 2)
        counters[4, place], counters[5, place] = uint32(seed & LOW_WORD), uint32(seed >> WORD_BITS)
    for block in range((count + 6) >> 2):
        fill_words(counters, uint32(block), words[4 * block : 4 * block + 4])
    for at in range(begin, end):
        place = at - begin
        if throws[place] < 0:
            continue
        row, roll, first, hold = 0, games.roll[at], throws[place] * count & 3, held[place]
        for number in range(count):
            kept[roll_dice[roll, number]] += hold >> number & 1
        for position in range(count):
            old = table[at, position]
            stays = np.int64(kept[old] > 0)
            kept[old] -= stays
            new = np.uint8(1 + (uint64(words[first + position, place]) * faces >> WORD_BITS))
            face = old if stays else new
            table[at, position] = face
            row = extend[row, np.int64(face) - 1]
        games.roll[at] = row - inner


@part
def see(games: Games, begin: int, end: int, seen: Seen, encoded: Encoded, rules: Numbers) -> None:
    """Write what is seen of some games, and which actions are legal."""
    keeps, boxes, no_keeps = encoded.keep_masks.shape[1], encoded.upper.size, encoded.keep_masks.shape[0] - 1
    actions, rolls = seen.mask.shape[1], encoded.pays.shape[1]
    count, faces = encoded.roll_dice.shape[1], encoded.face_shares.shape[1]
    named, flat, size = seen.dice.shape[0] > 0, seen.flat.shape[0] > 0, seen.flat.shape[1]
    for at in range(begin, end):
        roll, filled, left = games.roll[at], games.filled[at], games.rerolls[at]
        face = np.int64(encoded.equal_face[roll])
        unfilled, own = rules.everything & ~filled, encoded.face_boxes[face]
        legal = 0 if games.over[at] else legal_boxes(filled, unfilled, face, own, rules)
        pays = (np.int64(pays_full_value(filled, unfilled, face, own, rules)) * rolls + roll) * boxes
        games.legal[at] = legal
        seen.score[at] = games.score[at]
        row = roll if left > 0 else no_keeps
        if keeps < EIGHT:
            for action in range(keeps):
                seen.mask[at, action] = encoded.keep_masks[row, action]
        else:
            for action in range(0, keeps, EIGHT):
                copy_eight(seen.mask, at * actions + action, encoded.keep_masks, row * keeps + action)
        if named:
            seen.rerolls[at], seen.upper[at], seen.bonus[at] = left, games.upper[at], games.flags[at]
            for place in range(count):
                seen.dice[at, place] = encoded.roll_dice[roll, place]
        if flat:
            for place in range(faces):
                seen.flat[at, place] = encoded.face_shares[roll, place]
            seen.flat[at, faces] = np.float32(left / max(encoded.rerolls, 1))
            seen.flat[at, faces + 1 + boxes] = np.float32(games.upper[at] / max(encoded.cap, 1))
            seen.flat[at, faces + 2 + boxes] = games.flags[at]
        if boxes < EIGHT:
            for box in range(boxes):
                is_legal, is_filled = legal >> box & 1, filled >> box & 1
                seen.mask[at, keeps + box] = is_legal
                if named:
                    seen.filled[at, box] = is_filled
                    seen.pays[at, box] = encoded.pays.flat[pays + box] if is_legal else -1
                if flat:
                    seen.flat[at, faces + 1 + box] = is_filled
                    seen.flat[at, faces + 3 + boxes + box] = encoded.shares.flat[pays + box] * np.float32(is_legal)
            continue
        for step in range(0, boxes, EIGHT):
            box = min(step, boxes - EIGHT)
            is_legal, is_filled = (legal >> box & 255) * EIGHT, (filled >> box & 255) * EIGHT
            copy_eight(seen.mask, at * actions + keeps + box, encoded.ones, is_legal)
            if named:
                copy_eight(seen.filled, at * boxes + box, encoded.ones, is_filled)
                illegal = (~legal >> box & 255) * EIGHT
                or_eight(seen.pays, at * boxes + box, encoded.pays, pays + box, encoded.all_ones, illegal)
            if flat:
                start = at * size + faces + 1 + box
                copy_eight(seen.flat, start, encoded.single_ones, is_filled)
                multiply_eight(seen.flat, start + 2 + boxes, encoded.shares, pays + box, encoded.single_ones, is_legal)


@kernel
def start_games(games: Games, where: Any, scratch: Scratch, encoded: Encoded) -> None:
    """Start the games that `where` : bool[n] marks: an empty card and the first throw."""
    for first in range(0, where.size, GROUP):
        last = min(first + GROUP, where.size)
        for at in range(first, last):
            scratch.throws[at - first], scratch.held[at - first] = 0 if where[at] else -1, 0
            if where[at]:
                empty_card(games, at, encoded.rerolls)
        throw_dice(games, first, last, scratch, encoded)


@kernel
def run_games(
    games: Games, begin: int, end: int, actions: Any, taken: Taken, on_illegal: int, again: bool, seen: Seen,
    scratch: Scratch, encoded: Encoded, rules: Numbers,
) -> None:  # fmt: skip
    """Step the games begin .. end − 1 if `taken` has rows, and write what is seen of them if `seen` has rows.

    Games go through in groups that stay close to the core: their actions, their throws, then what is seen of them.

    actions    : int64[n];  again : whether a game that is over starts anew instead, with the next number
    on_illegal : TAKE_FIRST or END_GAME
    """
    for first in range(begin, end, GROUP):
        last = min(first + GROUP, end)
        if taken.action.size > 0:
            act(games, first, last, actions, taken, on_illegal, again, scratch, encoded, rules)
            throw_dice(games, first, last, scratch, encoded)
        if seen.mask.shape[0] > 0:
            see(games, first, last, seen, encoded, rules)


@kernel
def sample_actions(games: Games, chance: Any, actions: Any, encoded: Encoded) -> None:
    """A legal action each, all equally likely; 0 where none is legal.

    chance : float64[n], from 0 up to 1;  actions : int64[n], filled in place
    """
    keeps, none = encoded.keep_list.shape[1], encoded.keep_counts.size - 1
    for at in range(actions.size):
        roll, legal = games.roll[at], games.legal[at]
        kept = np.int64(encoded.keep_counts[roll if games.rerolls[at] > 0 else none])
        which = int(chance[at] * (kept + bit_count(legal)))
        if which < kept:
            actions[at] = encoded.keep_list[roll, which]
        elif legal == 0:
            actions[at] = 0
        else:
            for _ in range(which - kept):
                legal &= legal - 1
            actions[at] = keeps + bit_count((legal & -legal) - 1)
