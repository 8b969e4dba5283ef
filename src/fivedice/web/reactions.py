"""Reactions: a handful of emotes that players show each other for a moment; no log keeps them."""

from typing import TYPE_CHECKING

from fivedice.phrases import phrase
from fivedice.web.protocol import Intention, Refused

if TYPE_CHECKING:
    from fivedice.web.live import Listener, LiveTable

EMOTES = ("up", "laugh", "wow", "cry", "clap", "luck")
REACTIONS_AT_ONCE, REACTIONS_PER_SECOND = 4.0, 0.5
"""Limit on reactions of one connection."""


async def react(table: "LiveTable", listener: "Listener", wish: Intention) -> None:
    """Show a reaction of a player to everybody."""
    if wish.emote not in EMOTES:
        raise Refused(f"emote {wish.emote[:20]!r} is not known; it must be one of {', '.join(EMOTES)}.")
    if wish.seat is None or wish.seat not in listener.tokens:
        raise Refused(phrase("only players react; those who watch see it."))
    if not listener.reactions.take():
        raise Refused(phrase("that were many reactions; wait a moment."))
    table.say({"type": "reaction", "seat": wish.seat, "emote": wish.emote})
