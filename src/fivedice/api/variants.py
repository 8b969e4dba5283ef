"""`fd.variant` and `fd.variants`: the rules of variants, and a list of these."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fivedice.api.read import RulesLike, read_rules
from fivedice.reports import Result, Table
from fivedice.rules import VARIANTS, Rules
from fivedice.rules.description import describe_bonuses, describe_game, describe_jokers
from fivedice.rules.parameters import NUMBERS


def variant(name: RulesLike = None, /, **changes: int | str) -> Rules:
    """The rules of a variant or of a TOML file, with parameters and boxes changed.

    >>> variant("yahtzee", upper_threshold=70, chance="off").name
    'yahtzee (upper_threshold=70, chance=off)'
    """
    return read_rules(name).change(changes)


@dataclass(frozen=True, repr=False)
class Variants(Result):
    """The named variants with their summaries; a mapping of names to rules."""

    found: Mapping[str, tuple[Rules, str]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, name: str) -> Rules:
        return self.found[name][0]

    def headline(self) -> str:
        """The names."""
        return ", ".join(self)

    def parts(self) -> list[str | Table]:
        """A row for each variant."""
        rows: list[list[object]] = [[name, one.turns, summary] for name, (one, summary) in self.found.items()]
        return [Table("variants", "Variants", ["Variant", "Boxes", "What sets it apart"], rows)]

    def to_dict(self) -> list[dict[str, Any]]:
        """Name, summary, digest and number of boxes of each."""
        return [
            {"variant": name, "summary": summary, "digest": one.digest, "categories": one.turns}
            for name, (one, summary) in self.found.items()
        ]


def variants() -> Variants:
    """The named variants."""
    return Variants(VARIANTS)


@dataclass(frozen=True, repr=False)
class RulesSheet(Result):
    """Rules for people to read."""

    rules: Rules

    def headline(self) -> str:
        """The dice."""
        rules = self.rules
        return f"{rules.name}: {rules.dice} dice with {rules.faces} faces, {rules.rolls} rolls a turn"

    def parts(self) -> list[str | Table]:
        """Dice, bonuses and joker in sentences, and the boxes."""
        rules = self.rules
        told = (*describe_game(rules), *describe_bonuses(rules), *describe_jokers(rules))
        rows: list[list[object]] = [
            [one.title, one.name, one.code, one.section, str(one.pattern), str(one.points)] for one in rules.boxes
        ]
        columns = ["Box", "Key", "Code", "Section", "Pattern", "Points"]
        return [self.headline(), *told, Table("boxes", "Boxes", columns, rows)]

    def to_dict(self) -> dict[str, Any]:
        """Every parameter and box."""
        rules = self.rules
        boxes = ("name", "title", "code", "section")
        return {
            "variant": rules.name,
            "digest": rules.digest,
            **{key: getattr(rules, key) for key in (*NUMBERS, "joker", "saved_throws", "order")},
            "upper_steps": [list(step) for step in rules.upper_steps],
            "face_probabilities": list(rules.face_probabilities),
            "columns": [asdict(one) for one in rules.columns],
            "categories": [
                {**{key: getattr(one, key) for key in boxes}, "pattern": str(one.pattern), "points": one.points}
                for one in rules.boxes
            ],
        }


def rules_sheet(rules: RulesLike = None) -> RulesSheet:
    """The rules of a variant as a table: boxes, patterns, points, bonuses, joker."""
    return RulesSheet(read_rules(rules))
