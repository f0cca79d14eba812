"""Results of a run, as the program's JSON has them and as frames."""
import pandas

SCHEMA = "unibank-results-1"  # of the JSON that this package reads


def _flat(values, path=""):
    """{'dram': {'reads': 1}} -> {'dram.reads': 1}; lists stay as they are."""
    flat = {}
    for key, value in values.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            flat.update(_flat(value, name))
        else:
            flat[name] = value
    return flat


class Result:
    """What one command `unibank run` found. `json` is all of it; `runs` a list with one dictionary per design.

    Raises ValueError for JSON of another schema than SCHEMA."""

    def __init__(self, json):
        if json.get("schema") != SCHEMA:
            raise ValueError(f"found results of schema {json.get('schema')!r}, expected {SCHEMA!r}")
        self.json = json
        self.runs = json["runs"]

    @property
    def table(self):
        """One row per design, a column per value: cycles, counters ('dram.reads'), energies in pJ ('energy_pj.leakage'),
        and words ('workload')."""
        rows = []
        for run in self.runs:
            flat = _flat({key: value for key, value in run.items() if key not in ("launches", "effective_design")})
            rows.append({key: value for key, value in flat.items() if not isinstance(value, (list, dict))})
        return pandas.DataFrame(rows).set_index("design")

    @property
    def numbers(self):
        """`table`, with only the columns of numbers."""
        table = self.table
        return table[[name for name in table if pandas.api.types.is_numeric_dtype(table[name])
                      and not pandas.api.types.is_bool_dtype(table[name])]]

    @property
    def ratios(self):
        """`numbers` relative to the first design; NaN where the first has 0 and another has not, 1 where both have.

        Energies of a design whose energy table is not that of the first are NaN: they count different things."""
        numbers = self.numbers.astype(float)
        first = numbers.iloc[0]
        ratios = numbers / first.where(first != 0)
        ratios = ratios.mask((numbers == 0) & (first == 0), 1.0)
        others = [run.get("energy_table") != self.runs[0].get("energy_table") for run in self.runs]
        ratios.loc[others, [name for name in ratios if "energy_pj." in name]] = float("nan")
        return ratios

    @property
    def launches(self):
        """One row per launch of each design, with its kernel, cycles and occupancy; none without timing."""
        rows = [{"design": run["design"], "launch": number, **_flat(launch)}
                for run in self.runs for number, launch in enumerate(run.get("launches", []))]
        return pandas.DataFrame(rows, columns=None if rows else ["design", "launch"]).set_index(["design", "launch"])

    def effective_design(self, name):
        """The complete design of a run, as the text of a TOML file: a run on that file has the same machine."""
        for run in self.runs:
            if run["design"] == name:
                return run["effective_design"]
        raise KeyError(f"no run of {name!r}; known: {', '.join(run['design'] for run in self.runs)}")

    def _repr_html_(self):
        return self.table._repr_html_()

    def __repr__(self):
        designs = ", ".join(run["design"] for run in self.runs)
        return f"<unibank.Result {self.runs[0]['workload']} on {designs}>"
