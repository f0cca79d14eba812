"""Starts the program and reports its errors."""
import json
import os
import shutil
import subprocess

import pandas

from .results import Result


class Refused(ValueError):
    """The input is bad: exit status 2. The text says what was found and what was expected."""


class Failed(RuntimeError):
    """The answer is wrong, an invariant broke, or the program could not continue: exit status 1."""


def _toml(value):
    """A value as `--set` takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _pairs(option, values):
    return [word for key, value in (values or {}).items() for word in (option, f"{key}={_toml(value)}")]


def names_of(one_or_several):
    return [one_or_several] if isinstance(one_or_several, (str, os.PathLike)) else list(one_or_several)


class Program:
    """The command-line program. `path`: its file (default: that in the variable UNIBANK, else `unibank` in PATH)."""

    def __init__(self, path=None):
        named = path or os.environ.get("UNIBANK")
        found = shutil.which(os.fspath(named) if named else "unibank")
        if not found:
            raise FileNotFoundError(f"no program {str(named)!r}" if named else
                                    "no program unibank in PATH; expected it there, or its file in the variable UNIBANK")
        self.path = os.path.abspath(found)

    def call(self, *arguments, timeout=None, folder=None):
        """Runs `unibank ARGUMENTS` and returns its standard output.

        timeout: seconds, after which subprocess.TimeoutExpired is raised; folder: where it runs.
        Raises Refused for status 2 and Failed for any other but 0, both with the program's message."""
        ended = subprocess.run([self.path, *map(os.fspath, arguments)], capture_output=True, text=True,
                               timeout=timeout, cwd=folder, check=False)
        if ended.returncode == 0:
            return ended.stdout
        said = [line for line in ended.stderr.splitlines() if line.startswith("unibank: error: ")]
        text = "\n".join(line.removeprefix("unibank: error: ") for line in said) or ended.stderr.strip()
        raise (Refused if ended.returncode == 2 else Failed)(text)

    def version(self):
        """The version of the program, such as '0.1.0'."""
        return self.call("--version").split()[-1]

    def run(self, workload, designs, *, size=None, overrides=None, arguments=None, options=(), timeout=None,
            folder=None):
        """Runs a workload, a launch manifest or a trace on one design or several; returns a Result.

        designs:   a name or file, or a list of them; the first is the baseline of ratios and energy
        size:      of a workload: 'tiny', 'test' (the program's default) or 'paper'
        overrides: values of every design, {'dram.latency': 300}
        arguments: of the workload, {'size': 256}
        options:   further words of the command line, ['--registers', '20']
        timeout:   seconds
        Raises Refused and Failed as call() does; a wrong answer is Failed."""
        words = ["run", workload]
        for name in names_of(designs):
            words += ["--design", name]
        if size is not None:
            words += ["--size", size]
        words += _pairs("--set", overrides) + _pairs("--arg", arguments) + [str(word) for word in options]
        return Result(json.loads(self.call(*words, "--json", "-", timeout=timeout, folder=folder)))

    def design(self, name, overrides=None):
        """Every value of a design: a frame with columns value, unit, description and source, one row per key.

        Raises Refused for a design that stands for the fastest of several: it has no values of its own."""
        shown = json.loads(self.call("show", name, *_pairs("--set", overrides), "--json"))
        if shown["best_of"]:
            raise Refused(f"{name!r} stands for the fastest of several designs; expected one of them: "
                          + ", ".join(shown["best_of"]))
        frame = pandas.DataFrame(shown["values"], columns=["key", "value", "unit", "description", "source"])
        return frame.set_index("key")

    def list(self, what, text=""):
        """A list of the program ('unibank list') as a frame: one row per entry, with its name as index."""
        entries = json.loads(self.call("list", what, *([text] if text else []), "--json"))
        return pandas.DataFrame(entries).set_index("name")
