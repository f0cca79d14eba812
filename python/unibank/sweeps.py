"""Many runs, side by side."""
import concurrent.futures
import itertools
import os

import pandas

from .program import Failed, Program, Refused, names_of


def sweep(workload, designs, key, values, *, jobs=None, program=None, **options):
    """One quantity varied: a frame with a row for each value and design, and columns as Result.table has.

    key:    a key of designs ('dram.latency'), or an argument of the workload ('arg.size', as in `unibank sweep`)
    values: what it is set to, in this order; at least one
    jobs:   programs at a time; as many as there are processors where it is not given
    Other options are those of Program.run. A design that is refused or fails at a value is a row with the column
    `error`, so that the others are kept; if it is the first, the next one is the baseline of energy there. A manifest's
    `dump` files are not written: the runs would write the same ones."""
    return grid(workload, designs, {key: values}, jobs=jobs, program=program, **options)


def grid(workload, designs, axes, *, jobs=None, program=None, **options):
    """Several quantities varied: every combination of the values of `axes`, {'dram.latency': [200, 400], ...}.

    The index has a level for each axis and one for the design; the rest is as sweep() says."""
    axes = {key: list(values) for key, values in axes.items()}
    for key, values in axes.items():
        if not values:
            raise ValueError(f"{key} has no values, expected at least one")
    program = program or Program()
    points = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        frames = list(pool.map(lambda point: _point(program, workload, designs, point, options), points))
    return pandas.concat(frames).set_index([*axes, "design"])


def _shown(design):
    """The name of a design in a result: a file's without its ending."""
    return str(design).removesuffix(".toml")


def _failed(name, error):
    return pandas.DataFrame([{"design": _shown(name), "error": str(error)}])


def _frame(run, names):
    """The rows of all designs. One command runs them, and one bad design ends it. Then each runs alone, which shows
    whose error it is, and those without one run together again, because energy depends on the first design."""
    try:
        return run(names)
    except (Refused, Failed) as error:
        if len(names) == 1:
            return _failed(names[0], error)
        together = error
    alone = {}
    for name in names:
        try:
            alone[name] = run([name])
        except (Refused, Failed) as error:
            alone[name] = _failed(name, error)
    good = [name for name in names if "error" not in alone[name]]
    if len(good) == len(names):  # they fail only together
        return pandas.concat([_failed(name, together) for name in names])
    if len(good) > 1:
        rows = _frame(run, good)  # one for each name, in their order
        alone.update((name, rows.iloc[[number]]) for number, name in enumerate(good))
    return pandas.concat([alone[name] for name in names])


def _point(program, workload, designs, point, options):
    options = dict(options)
    overrides, arguments = dict(options.pop("overrides", None) or {}), dict(options.pop("arguments", None) or {})
    words = [*options.pop("options", ()), "--no-dumps"]
    for key, value in point.items():
        if key.startswith("arg."):
            arguments[key.removeprefix("arg.")] = value
        else:
            overrides[key] = value

    def run(names):
        return program.run(workload, names, overrides=overrides, arguments=arguments, options=words,
                           **options).table.reset_index()

    frame = _frame(run, names_of(designs))
    for key, value in point.items():
        frame[key] = value
    return frame
