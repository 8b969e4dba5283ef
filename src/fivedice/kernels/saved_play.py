"""Games with saved throws, played by the decisions of greatest value; the equations are in `kernels.saved`.

A turn is played from many throws left to few, while its values are computed the other way round. So the values of
every link are kept for LANES classes of upper totals, and all games that share filled boxes, flag and these classes are
played from them. Of equal decisions a box comes before a keep, of boxes the first on the card, of keeps the first in
the order of `solver.turns.preferred`: as `TurnValues.best` has it.
"""

from typing import Any, NamedTuple

from fivedice.kernels.arguments import Arrays, CardBoxes, Layer, Numbers, Payouts, Totals
from fivedice.kernels.backward import average
from fivedice.kernels.compiling import kernel, part
from fivedice.kernels.joker import pays_full_value
from fivedice.kernels.lanes import LANES
from fivedice.kernels.saved import Ways, aim_lanes, first_link, list_ways, next_link, open_boxes_of, value_ways
from fivedice.kernels.scoring import bonus_in_columns, upper_after


class Chain(NamedTuple):
    """Room for the values of all links, for each number of throws left.

    expected : float64[links, keeps · LANES], of each keep before its dice are thrown, those of rolls as they are
    scored   : float64[links, ways · LANES], of each way to fill a box
    """

    expected: Any
    scored: Any


class InPlay(NamedTuple):
    """Games in play, int64[games] each unless said otherwise; see `kernels.simulate`.

    filled, flags, upper, saved : their states, brought forward in place
    boxes, points, bonuses      : int16[games, turns], filled with the box of the turn, its points, the Yahtzee bonus
    dice                        : uint8[games, turns, throws · n], what each turn may use
    """

    filled: Any
    flags: Any
    upper: Any
    saved: Any
    boxes: Any
    points: Any
    bonuses: Any
    dice: Any


class Keeps(NamedTuple):
    """The keeps of each roll: rows[start[roll] : start[roll + 1]], the preferred first; int32 each.

    counts : uint8[keeps, faces + 1], dice of each face in a keep
    """

    start: Any
    rows: Any
    counts: Any


@part
def compute_chain(
    chain: Chain, ways: Ways, number: int, zeros: int, start: int, most: int, saved: int, after_values: Any,
    tables: Arrays,
) -> None:  # fmt: skip
    """Values of all links up to `most` throws left, for the classes from `start` on."""
    inner, width = tables.extend.shape[0], tables.upper.size + 1
    for left in range(most + 1):
        value_ways(ways, number, zeros, start, min(left, saved - 1), after_values)
        if left == 0:
            first_link(ways, inner, width)
        else:
            next_link(ways, width, tables)
        average(ways.rows, tables.extend, tables.weights)
        for at in range(ways.rows.size):
            chain.expected[left, at] = ways.rows[at]
        for at in range(number * LANES):
            chain.scored[left, at] = ways.values[at]


@part
def best_way(scored: Any, ways: Ways, roll: int, zeros: int, lane: int, width: int) -> int:
    """The way of greatest value to score a roll; of equal ones that of the first box on the card."""
    best = -1
    first, last = roll * width, roll * width + ways.count[roll]
    if ways.payers[first] == 0:  # an ordinary roll: a zero in any open box is possible
        first += 1
        for way in range(1, zeros):
            if best < 0 or scored[way * LANES + lane] > scored[best * LANES + lane]:
                best = way
    for at in range(first, last):
        way = ways.payers[at]
        ahead = 1.0 if best < 0 else scored[way * LANES + lane] - scored[best * LANES + lane]
        if ahead > 0.0 or (ahead == 0.0 and ways.box[way] < ways.box[best]):
            best = way
    return best


@kernel
def play_saved(
    order: Any, turn: int, limit: int, turn_rolls: int, in_turn: bool, games: InPlay, keeps: Keeps, chain: Chain,
    ways: Ways, table: Any, kept: Any, after: Layer, after_values: Any, own_kind: int, totals: Totals,
    cap: int, card: CardBoxes, rules: Numbers, tables: Arrays, groups: Payouts,
) -> None:  # fmt: skip
    """One turn of the games `order`, which share filled boxes and flag.

    limit               : the most throws that can be saved
    after, after_values : the masks with one box more than theirs, and their values, see `saved.solve_saved`
    cap                 : the upper total of a column from which on more makes no difference
    own_kind            : their row of `totals`;  table, kept : uint8[n] and uint8[faces + 1], scratch
    """
    extend, inner, width, count = tables.extend, tables.extend.shape[0], tables.upper.size + 1, table.size
    filled, flag = games.filled[order[0]], games.flags[order[0]]
    open_boxes = open_boxes_of(filled, card.before)
    number, zeros = list_ways(ways, filled, open_boxes, flag, after, totals, card, rules, tables, groups)
    for start in range(0, totals.count[own_kind], LANES):
        most = -1
        for game in order:
            if totals.classes[own_kind, games.upper[game]] // LANES * LANES == start and games.filled[game] == filled:
                most = max(most, turn_rolls - 1 + games.saved[game])
        if most < 0:
            continue
        aim_lanes(ways, number, own_kind, start, totals, card, cap)
        compute_chain(chain, ways, number, zeros, start, most, after.saved, after_values, tables)
        for game in order:
            own = totals.classes[own_kind, games.upper[game]] - start
            if games.filled[game] != filled or own < 0 or own >= LANES:
                continue
            row, used = 0, count
            for position in range(count):
                table[position] = games.dice[game, turn, position]
                row = tables.first[row, table[position] - 1]
            left = first = turn_rolls - 1 + games.saved[game]
            while True:
                roll = row - inner
                way = best_way(chain.scored[left], ways, roll, zeros, own, width)
                if left == 0:
                    break
                expected, best = chain.expected[left - 1], -1
                for at in range(keeps.start[roll], keeps.start[roll + 1]):
                    keep = keeps.rows[at]
                    if best < 0 or expected[keep * LANES + own] > expected[best * LANES + own]:
                        best = keep
                if chain.scored[left, way * LANES + own] >= expected[best * LANES + own]:
                    break
                left -= 1
                for face in range(1, kept.size):
                    kept[face] = keeps.counts[best, face]
                row = 0
                for position in range(count):
                    face = table[position]
                    if kept[face] > 0:
                        kept[face] -= 1
                    else:
                        face = games.dice[game, turn, used if in_turn else (first - left) * count + position]
                        table[position] = face
                        used += 1
                    row = extend[row, face - 1]
            box, roll = ways.box[way], row - inner
            face = tables.equal_face[roll]
            full = pays_full_value(filled, open_boxes, face, tables.face_boxes[face], rules)
            paid = tables.joker_points[box, roll] if full else tables.points[box, roll]
            extra, earned = bonus_in_columns(box, filled, flag, face, card.multiplier[box], rules)
            games.boxes[game, turn], games.points[game, turn], games.bonuses[game, turn] = box, paid, extra
            games.filled[game] |= 1 << box
            games.flags[game] = earned
            games.saved[game] = min(left, limit)
            if tables.upper[box]:
                games.upper[game] = upper_after(games.upper[game], paid // card.multiplier[box], card.digit[box], cap)
