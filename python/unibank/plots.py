"""Pictures of results. Each function returns the matplotlib axes that it has drawn on."""
import matplotlib.pyplot as pyplot


def plot_bars(result, columns=("cycles", "dram.read_bytes", "energy_pj.total"), axes=None):
    """The columns of a Result, relative to its first design: one group of bars per column."""
    ratios = result.ratios
    missing = [name for name in columns if name not in ratios]
    if missing:
        raise KeyError(f"no column {missing[0]!r} in the result; Result.numbers has {len(ratios.columns)}")
    axes = ratios[list(columns)].T.plot.bar(ax=axes, rot=0)
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_ylabel(f"relative to {ratios.index[0]}")
    axes.set_title(result.runs[0]["workload"])
    return axes


def plot_sweep(frame, column="cycles", axes=None):
    """A column of what sweep() returned, against the value that was varied: one line per design."""
    key = frame.index.names[0]
    lines = frame[column].unstack("design")
    axes = axes or pyplot.figure().add_subplot()
    for design in lines:
        axes.plot(lines.index, lines[design], marker="o", label=design)
    axes.set_xlabel(key)
    axes.set_ylabel(column)
    axes.legend()
    return axes
