"""Runs the program `unibank` and returns its results as pandas frames.

    import unibank
    result = unibank.run("needle", ["gebhart2012/partitioned", "gebhart2012/unified-384k"], size="tiny")
    result.table[["cycles", "ipc", "dram.read_bytes"]]

The package is pure Python: it starts the program and reads its JSON. The program is the file that the environment
variable UNIBANK names, else `unibank` of PATH (`unibank.Program` takes another).
"""
from .plots import plot_bars, plot_sweep
from .program import Failed, Program, Refused
from .results import Result
from .sweeps import grid, sweep

__all__ = ["Failed", "Program", "Refused", "Result", "blocks", "counters", "design", "designs", "grid", "instructions",
           "keys", "plot_bars", "plot_sweep", "policies", "run", "sweep", "workloads"]
__version__ = "0.1.0"


def run(workload, designs, **options):
    """Runs a workload on one design or several: `Program().run`, which explains the options."""
    return Program().run(workload, designs, **options)


def design(name, overrides=None):
    """Every value of a design with its unit, meaning and source, as a frame with one row per key."""
    return Program().design(name, overrides)


def _lister(what, meaning):
    def entries(text=""):
        return Program().list(what, text)
    entries.__name__ = what
    entries.__doc__ = f"{meaning}, a row each; with `text` only those that have it in them."
    return entries


designs = _lister("designs", "The designs that come with the program")
workloads = _lister("workloads", "The workloads with their arguments")
policies = _lister("policies", "The policies with their parameters")
blocks = _lister("blocks", "The variants of blocks with their parameters")
counters = _lister("counters", "What the program counts, with units")
instructions = _lister("instructions", "The PTX instructions that kernels may use")
keys = _lister("keys", "The keys of designs with default, unit and source")
