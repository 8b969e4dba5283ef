"""Sweeps over a Q-table (study 003): every state of the card, and every state of the dice inside its turn.

Q is a number for each of these, for a turn with K rolls:

    Q(s)          before the first throw
    Q(s, r, k)    a roll r with k rerolls left, k = K − 1 .. 0
    Q(s, q, k)    a keep q of fewer than all dice, whose other dice are about to be thrown, k = K − 1 .. 1

One sweep gives each of them a new value S (Tang, Wang, section "Model/Architecture Approach"):

    rolled      S(s, r, k) = max over boxes c of points + Q(s after c),  and for k > 0 over keeps q ⊂ r of Q(s, q, k)
    not rolled  S(s, q, k) = mean of Q(s, r, k − 1) over a batch of random rolls r that follow q;  S(s) alike
    final       Q = the upper bonus, if the card earns it

    Q' = Q · (1 − α) + S · α

"After the above calculation process" new values are blended with old ones: a sweep reads old values only (Jacobi).
So the entries of a turn are updated from its first to its last, each before those that it reads, and only Q(s) is
held twice. States that differ in the upper total alone stand side by side in vectors and see the same random rolls:
every mean is still one of `batch` fair rolls, and no maximum ever compares two such states.

    table : float32[places · entries · lanes]; the entries of a place, where there are n rolls and m inner keeps: n for
            k = K − 1, m for k = K − 1, n for k = K − 2, ..., n for k = 0
    start : float32[flags · places · stride], Q(s), upper totals past the cap repeated as in `kernels.backward`
    blocks: int64[.., 4], place of the state, flag, first upper total, place in the table
"""

from typing import Any

import numpy as np
from numba import uint32, uint64

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import legal_boxes, pays_full_value
from fivedice.kernels.lanes import add, lanes_of, load, maximum, multiply, spread, store
from fivedice.kernels.places import filled_at, open_at
from fivedice.kernels.random import LOW_WORD, WORD_BITS, philox
from fivedice.kernels.scoring import score_box

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_0, MIX_1 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFT_0, SHIFT_1, SHIFT_2 = np.uint64(30), np.uint64(27), np.uint64(31)
ONE = np.uint64(1)


@part
def block_key(seed: int, epoch: int, place: int, flag: int, start: int) -> Any:
    """The key of all random rolls of one block in one sweep."""
    number = uint64(seed)
    low, high = uint32(number & LOW_WORD), uint32(number >> WORD_BITS)
    words = philox(uint32(epoch), uint32(place), uint32(flag), uint32(start), low, high)
    return uint64(words[0]) << WORD_BITS | uint64(words[1])


@part
def draw(key: Any, at: int) -> Any:
    """Random number `at` of a key, below 2³²: two to each word of SplitMix64 (Steele, Lea, Flood 2014)."""
    place = uint64(at)
    word = key + ((place >> ONE) + ONE) * GOLDEN
    word = (word ^ word >> SHIFT_0) * MIX_0
    word = (word ^ word >> SHIFT_1) * MIX_1
    word = word ^ word >> SHIFT_2
    return word >> WORD_BITS if place & ONE else word & LOW_WORD


@part
def pick_way(number: Any, begin: int, ways: int, limits: Any) -> Any:
    """One of 0 .. ways − 1 for a random number: all alike, or the first whose limit is above it.

    limits : uint64[..], of the ways from `begin` on, for dice that are not fair; else None
    """
    if limits is None:
        return np.int64(number * uint64(ways) >> WORD_BITS)
    low, high = 0, ways - 1
    while low < high:
        middle = (low + high) // 2
        if number < limits[begin + middle]:
            high = middle
        else:
            low = middle + 1
    return low


@part
def sample(
    rows: Any, first: int, keep: int, key: Any, at: int, batch: int, follow: Any, follow_start: Any, limits: Any
) -> Any:
    """Mean of the rows of a batch of random rolls that follow a keep; limits as in `pick_way`.

    first  : where the row of roll 0 begins in `rows`
    at     : which batch of the key's random numbers
    follow : uint16[..], rolls that follow an inner keep, one for each way that its other dice can fall,
             follow[follow_start[keep] : follow_start[keep + 1]]
    """
    lanes = lanes_of(rows)
    begin = follow_start[keep]
    ways = follow_start[keep + 1] - begin
    total = spread(np.float32(0.0))
    for number in range(at * batch, (at + 1) * batch):
        roll = np.int64(follow[begin + pick_way(draw(key, number), begin, ways, limits)])
        total = add(total, load(rows, first + roll * lanes))
    return multiply(total, spread(np.float32(1.0 / batch)))


@part
def score_rolls(scored: Any, start: Any, place: int, flag: int, total: int, rules: Numbers, tables: Arrays) -> None:
    """Fill `scored` with the best of points + Q(s after c) over the legal boxes c, for each roll.

    scored : float32[rolls · lanes], for the upper totals `total` and following
    """
    lanes, boxes, upper, count = lanes_of(scored), tables.upper.size, tables.upper, 0
    points, joker_points = tables.points, tables.joker_points
    open_boxes, child = np.empty(boxes, np.int64), np.empty(boxes, np.int64)
    filled, may_fill, step = filled_at(place, tables), open_at(place, rules, tables), tables.step
    base = flag * rules.flag_stride + total
    for box in range(boxes):
        if may_fill >> box & 1:
            open_boxes[count], child[count] = box, base + (place + step[box]) * rules.stride
            count += 1
    for roll in range(tables.equal_face.size):
        best = spread(np.float32(-np.inf))
        for at in range(count):
            box = open_boxes[at]
            paid = points[box, roll]
            value = load(start, child[at] + paid * upper[box])
            best = maximum(add(value, spread(np.float32(paid))), best)
        store(scored, roll * lanes, best)
    for roll in tables.equal_rolls:  # which may be jokers
        face = tables.equal_face[roll]
        legal = legal_boxes(filled, may_fill, face, tables.face_boxes[face], rules)
        full = pays_full_value(filled, may_fill, face, tables.face_boxes[face], rules)
        best = spread(np.float32(-np.inf))
        for box in range(boxes):
            if legal >> box & 1:
                paid, extra, child_flag = score_box(
                    box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                )
                after = child_flag * rules.flag_stride + total + (place + step[box]) * rules.stride
                value = load(start, after + (paid if upper[box] else 0))
                best = maximum(add(value, spread(np.float32(paid + extra))), best)
        store(scored, roll * lanes, best)


@part
def blend(rows: Any, at: int, new: Any, rate: Any) -> None:
    """Q' = Q · (1 − α) + S · α for one row."""
    old = multiply(load(rows, at), spread(np.float32(1.0) - rate))
    store(rows, at, add(old, multiply(new, spread(rate))))


@kernel
def sweep(
    table: Any, start: Any, before: Any, blocks: Any, rate: Any, epoch: int, seed: int, batch: int, turn_rolls: int,
    cap: int, rules: Numbers, tables: Arrays, follow: Any, follow_start: Any, limits: Any,
) -> None:  # fmt: skip
    """One sweep over some blocks: `table` in place, Q(s) from `before` to `start`.

    rate : float32, α
    """
    lanes = lanes_of(table)
    inner, rolls = follow_start.size - 1, tables.equal_face.size
    level = (rolls + inner) * lanes
    scored, best = np.empty(rolls * lanes, np.float32), np.empty(inner * lanes, np.float32)
    for at in range(len(blocks)):
        place, flag, total, entry = blocks[at, 0], blocks[at, 1], blocks[at, 2], blocks[at, 3]
        key = block_key(seed, epoch, place, flag, total)
        score_rolls(scored, before, place, flag, total, rules, tables)
        here = entry * (turn_rolls * level - inner * lanes)
        base = flag * rules.flag_stride + place * rules.stride
        mean = sample(table, here, 0, key, 0, batch, follow, follow_start, limits)
        store(start, base + total, load(before, base + total))
        blend(start, base + total, mean, rate)
        if total + lanes > cap:
            start[base + cap + 1 : base + rules.stride] = start[base + cap]
        for turn in range(turn_rolls - 1):
            first_keep = here + turn * level + rolls * lanes
            best_keeps(best, table, first_keep, tables.drop, tables.drop_start)
            for roll in range(rolls):
                value = load(scored, roll * lanes)
                for source in range(tables.drop_start[inner + roll], tables.drop_start[inner + roll + 1]):
                    value = maximum(value, load(best, tables.drop[source] * lanes))
                blend(table, here + turn * level + roll * lanes, value, rate)
            for keep in range(inner):
                drawn = 1 + turn * inner + keep
                mean = sample(table, first_keep + inner * lanes, keep, key, drawn, batch, follow, follow_start, limits)
                blend(table, first_keep + keep * lanes, mean, rate)
        for roll in range(rolls):
            blend(table, here + (turn_rolls - 1) * level + roll * lanes, load(scored, roll * lanes), rate)


@part
def best_keeps(best: Any, table: Any, first: int, drop: Any, drop_start: Any) -> None:
    """Fill `best` with the best Q(s, q, k) over all keeps q that are part of an inner keep; see `backward.maximise`.

    first : where the row of keep 0 begins in `table`
    """
    lanes = lanes_of(best)
    for keep in range(best.size // lanes):
        value = load(table, first + keep * lanes)
        for source in range(drop_start[keep], drop_start[keep + 1]):
            value = maximum(value, load(best, drop[source] * lanes))
        store(best, keep * lanes, value)


@kernel
def greedy(
    keep_codes: Any, box_codes: Any, table: Any, start: Any, blocks: Any, number: Any, turn_rolls: int,
    rules: Numbers, tables: Arrays, parts: Any, part_start: Any, inner: int,
) -> None:  # fmt: skip
    """The decisions that Q prefers; of equal ones the larger keep, stopping before all, and the first box.

    keep_codes : unsigned[rerolls, rolls, states], with k + 1 rerolls left: position of the keep among those of the
                 roll, the whole roll, which is the last one, for stopping there
    box_codes  : uint8[rolls, states], the box, whenever the turn ends
    number     : int64[flags, places, cap + 1], index of a state, negative where no game leads
    parts      : int32[..], rows of the keeps that are part of a roll, parts[part_start[roll] : part_start[roll + 1]]
    """
    lanes, rolls, upper = lanes_of(table), tables.equal_face.size, tables.upper
    equal_face, points, joker_points = tables.equal_face, tables.points, tables.joker_points
    level, step = (rolls + inner) * lanes, tables.step
    for at in range(len(blocks)):
        place, flag, total, entry = blocks[at, 0], blocks[at, 1], blocks[at, 2], blocks[at, 3]
        filled, may_fill = filled_at(place, tables), open_at(place, rules, tables)
        here = entry * (turn_rolls * level - inner * lanes)
        for lane in range(min(lanes, number.shape[2] - total)):
            state = number[flag, place, total + lane]
            if state < 0:
                continue
            for roll in range(rolls):
                face = equal_face[roll]
                legal = legal_boxes(filled, may_fill, face, tables.face_boxes[face], rules)
                full = pays_full_value(filled, may_fill, face, tables.face_boxes[face], rules)
                stop = np.float32(-np.inf)
                for box in range(upper.size):
                    if legal >> box & 1:
                        paid, extra, child_flag = score_box(
                            box, flag, face, full, points[box, roll], joker_points[box, roll], rules
                        )
                        child = child_flag * rules.flag_stride + total + lane + (place + step[box]) * rules.stride
                        value = start[child + (paid if upper[box] else 0)] + np.float32(paid + extra)
                        if value > stop:
                            stop, box_codes[roll, state] = value, box
                for turn in range(turn_rolls - 1):
                    first = here + turn * level + rolls * lanes + lane
                    best, chosen = np.float32(-np.inf), 0
                    whole = part_start[roll + 1] - part_start[roll] - 1
                    for position in range(whole):
                        value = table[first + parts[part_start[roll] + position] * lanes]
                        if value >= best:
                            best, chosen = value, position
                    keep_codes[turn_rolls - 2 - turn, roll, state] = whole if stop >= best else chosen
