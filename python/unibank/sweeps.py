"""Many runs, side by side."""
import concurrent.futures
import itertools
import os

import pandas

from .program import Failed, Program, Refused, names_of


def sweep(workload, designs, key, values, *, jobs=None, program=None, **options):
    """One quantity varied: a frame with a row for each value and design, and columns as Result.table has.

    key:    a key of designs ('dram.latency'), or an argument of the workload ('arg:size')
    values: what it is set to, in this order
    jobs:   programs at a time; as many as there are processors where it is not given
    Other options are those of Program.run. A point that is refused or fails is a row with the column `error`, so that
    the others are kept."""
    return grid(workload, designs, {key: values}, jobs=jobs, program=program, **options)


def grid(workload, designs, axes, *, jobs=None, program=None, **options):
    """Several quantities varied: every combination of the values of `axes`, {'dram.latency': [200, 400], ...}.

    The index has a level for each axis and one for the design; the rest is as sweep() says."""
    program = program or Program()
    points = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        frames = list(pool.map(lambda point: _point(program, workload, designs, point, options), points))
    return pandas.concat(frames).set_index([*axes, "design"])


def _shown(design):
    """The name of a design in a result: a file's without its ending."""
    return str(design).removesuffix(".toml")


def _point(program, workload, designs, point, options):
    options = dict(options)
    overrides, arguments = dict(options.pop("overrides", None) or {}), dict(options.pop("arguments", None) or {})
    for key, value in point.items():
        if key.startswith("arg:"):
            arguments[key.removeprefix("arg:")] = value
        else:
            overrides[key] = value
    try:
        frame = program.run(workload, designs, overrides=overrides, arguments=arguments, **options).table.reset_index()
    except (Refused, Failed) as error:
        frame = pandas.DataFrame([{"design": _shown(name), "error": str(error)} for name in names_of(designs)])
    for key, value in point.items():
        frame[key] = value
    return frame
