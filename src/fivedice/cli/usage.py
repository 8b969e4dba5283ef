"""The usage of a verb and the errors of a command line, in simpler words than Typer's."""

import re
from typing import Any, cast

import typer
from typer.core import TyperCommand

UsageError = cast(type[typer.BadParameter], typer.BadParameter.__base__)
"""The exception for options that Typer cannot read: click's, or in later versions that of Typer's copy of click."""

SENTENCES = {
    r"No such command ('.*?')\..*": "command {0} is not known; {hint}",
    r"Usage: .*": "a command is missing; `{path} --help` lists them",
    r"No such option:? '?(-[^ ']*[^ '.]).*": "option {0} is not known; {hint}",
    r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)": "{0!r} is too much; `{path} --help` shows what is taken",
    r"Missing (?:option|argument) .*": "{name} is missing; `{path} --help` shows it",
    r"Option '(.*)' requires an argument\.": "{0} needs a value behind it",
    r"Option '(.*)' does not take a value\.": "{0} takes no value",
    r".*?('[^']*') is not one of '(.*)'\.": "{0} is not one of {1}",
    r".* Input should be a valid number\b.*": "{name} {value!r} is not a number",
    r".* Input should be a valid integer\b.*": "{name} {value!r} is not a whole number",
    r".* Input should be greater than or equal to (.*)": "{name} {value} is too small; it must be {0} or more",
    r".* Input should be less than or equal to (.*)": "{name} {value} is too great; it must be at most {0}",
    r".*: ('.*') is not a valid float\b.*": "{name} {0} is not a number",
    r".*: ('.*') is not a valid integer\b.*": "{name} {0} is not a whole number",
    r".*: (.*) is not in the range (.*)\.": "{name} {0} is not allowed; it must be {1}",
}
"""Messages of the library, before and after it used pydantic, and the messages that replace them."""


class Verb(TyperCommand):
    """A command whose help shows arguments without nested brackets and Python types."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The rest of the usage line after the command, such as [OPTIONS] STRATEGY... or [OPTIONS] [VARIANT]."""
        pieces = [self.options_metavar or ""]
        for one in self._of_kind(ctx, "argument"):
            pieces.append((one.metavar if one.required else f"[{one.metavar}]") + ("..." if one.nargs != 1 else ""))
        return pieces

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The lists of arguments and of options."""
        arguments = [(one.metavar, one.get_help_record(ctx)[1]) for one in self._of_kind(ctx, "argument")]
        options = [row for one in self._of_kind(ctx, "option") if (row := one.get_help_record(ctx))]
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def _of_kind(self, ctx: Any, kind: str) -> list[Any]:
        return [one for one in self.get_params(ctx) if one.param_type_name == kind]


def mistake(error: typer.BadParameter) -> str:
    """The error in a command line as one sentence; the library's own if it is not in SENTENCES."""
    said, facts = " ".join(error.format_message().split()), _facts(error)
    for pattern, words in SENTENCES.items():
        if found := re.fullmatch(pattern, said):
            said = words.format(*(one.replace("', '", ", ") for one in found.groups()), **facts)
            break
    return said if said[-1] in ".?" else f"{said}."


def _facts(error: typer.BadParameter) -> dict[str, Any]:
    """The command, the option or argument at fault, its value, and a hint."""
    path = "fivedice"  # whatever program was started
    if error.ctx:
        path += error.ctx.command_path.removeprefix(error.ctx.find_root().command_path)
    param: Any = getattr(error, "param", None)
    name = "" if param is None else param.opts[0] if param.param_type_name == "option" else param.metavar
    near = re.search(r"(?:Did you mean|Possible options:) ([^?)]*)", error.format_message())
    hint = f"did you mean {near[1]}?" if near else f"`{path} --help` lists them"
    cause: Any = error.__cause__
    value = cause.errors()[0]["input"] if hasattr(cause, "errors") else ""  # pydantic's messages omit it
    return {"path": path, "name": name, "hint": hint, "value": value}
