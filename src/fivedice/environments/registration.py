"""Registers the environments with Gymnasium and OpenSpiel; their modules are loaded when one is made."""

from typing import Any

SINGLE, VECTOR = "fivedice.environments.single:GameEnv", "fivedice.environments.vector:VectorGame"
GYMNASIUM: dict[str, dict[str, str]] = {
    "fivedice/Yahtzee-v0": {"rules": "yahtzee"},
    "fivedice/Yatzy-v0": {"rules": "yatzy"},
    "fivedice/Game-v0": {},
}
OPENSPIEL = "fivedice_yahtzee"
MOST_PLAYERS = 8


def register_with(library: str) -> None:
    """Register the environments with "gymnasium" or "pyspiel"."""
    if library == "gymnasium":
        from gymnasium.envs.registration import register

        for name, arguments in GYMNASIUM.items():
            register(name, SINGLE, vector_entry_point=VECTOR, kwargs=arguments)
        return
    import pyspiel

    pyspiel.register_game(openspiel_type(), _OpenSpielGame)


def openspiel_type() -> Any:
    """The game's type for OpenSpiel, known before the game is loaded."""
    from pyspiel import GameType

    return GameType(
        short_name=OPENSPIEL,
        long_name="Yahtzee and any other rules of fivedice",
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=GameType.Information.PERFECT_INFORMATION,
        utility=GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 1, "rules": "yahtzee"},
    )


class _OpenSpielGame:
    """Makes the game. A class, since OpenSpiel releases it after Python has ended, when a function would fail."""

    def __new__(cls, parameters: dict[str, Any]) -> Any:
        from fivedice.environments.openspiel import YahtzeeGame

        return YahtzeeGame(parameters)
