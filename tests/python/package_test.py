"""The Python package against the program: python3 package_test.py PROGRAM SOURCE_FOLDER. Exit status 77: a Python
package is missing."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import matplotlib
    import pandas
except ImportError as missing:
    print(f"{missing}: expected the Debian packages python3-pandas and python3-matplotlib")
    sys.exit(77)

matplotlib.use("agg")
PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "python"))
os.environ["UNIBANK"] = PROGRAM

import unibank  # noqa: E402  (after the path is set)

TWO = ["gebhart2012/partitioned", "gebhart2012/unified-384k"]


class Runs(unittest.TestCase):
    def test_a_run_is_a_row_a_design(self):
        result = unibank.run("vectoradd", TWO, size="tiny")
        self.assertEqual(list(result.table.index), TWO)
        self.assertTrue(result.table["verified"].all())
        self.assertEqual(result.table.loc[TWO[0], "cycles"], result.runs[0]["cycles"])
        self.assertEqual(result.table.loc[TWO[1], "dram.reads"], result.runs[1]["dram"]["reads"])
        self.assertTrue((result.ratios.iloc[0] == 1).all())
        self.assertAlmostEqual(result.ratios.loc[TWO[1], "cycles"],
                               result.runs[1]["cycles"] / result.runs[0]["cycles"])
        self.assertEqual(len(result.launches), 2)

    def test_energies_of_different_tables_have_no_ratio(self):
        result = unibank.run("vectoradd", [TWO[0], "jing2016/separate-16k", TWO[1]], size="tiny")
        self.assertEqual(list(result.table["energy_table"]), ["gebhart2012", "jing2016", "gebhart2012"])
        self.assertTrue(pandas.isna(result.ratios.loc["jing2016/separate-16k", "energy_pj.total"]))
        self.assertGreater(result.ratios.loc["jing2016/separate-16k", "cycles"], 0)
        self.assertAlmostEqual(result.ratios.loc[TWO[1], "energy_pj.total"],
                               result.runs[2]["energy_pj"]["total"] / result.runs[0]["energy_pj"]["total"])

    def test_one_design_options_and_arguments(self):
        result = unibank.run("needle", TWO[0], size="tiny", arguments={"size": 32}, overrides={"dram.latency": 100},
                             options=["--registers", 20])
        self.assertEqual(len(result.table), 1)
        self.assertEqual(result.table.iloc[0]["arguments.size"], 32)
        self.assertIn("latency = 100", result.effective_design(TWO[0]))
        with self.assertRaisesRegex(KeyError, "known: gebhart2012/partitioned"):
            result.effective_design("x")

    def test_a_run_without_timing_has_no_launches(self):
        result = unibank.run("vectoradd", TWO, size="tiny", options=["--functional"])
        self.assertEqual(len(result.launches), 0)
        self.assertEqual(list(result.launches.index.names), ["design", "launch"])

    def test_an_effective_design_runs_as_the_design_itself(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        first = unibank.run("vectoradd", TWO[1], size="tiny", overrides={"dram.latency": 123})
        (folder / "again.toml").write_text(first.effective_design(TWO[1]))
        again = unibank.run("vectoradd", folder / "again.toml", size="tiny")
        self.assertEqual(first.table.iloc[0]["cycles"], again.table.iloc[0]["cycles"])
        shutil.rmtree(folder)

    def test_bad_input_and_failures_say_what_the_program_says(self):
        with self.assertRaisesRegex(unibank.Refused, "did you mean 'needle'"):
            unibank.run("needel", TWO[0])
        with self.assertRaisesRegex(unibank.Refused, "expected an integer from 1"):
            unibank.run("needle", TWO[0], overrides={"sm.schedulers": 0})
        with self.assertRaisesRegex(unibank.Failed, "endless|instruction"):
            unibank.run("needle", TWO[0], size="tiny", overrides={"run.instruction_limit": 1})
        with self.assertRaisesRegex(FileNotFoundError, "no/such/program"):
            unibank.Program("no/such/program")

    def test_results_of_another_schema_are_refused(self):
        self.assertEqual(unibank.Result({"schema": "unibank-results-1", "runs": []}).runs, [])
        for other in ({"schema": "unibank-results-2", "runs": []}, {"runs": []}):
            with self.assertRaisesRegex(ValueError, "expected 'unibank-results-1'"):
                unibank.Result(other)

    def test_a_manifest_runs_where_it_lies(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(SOURCE / "testbenches/examples/reduction", folder / "r")
        result = unibank.Program().run("reduction.toml", TWO[0], folder=folder / "r")
        self.assertGreater(result.table.iloc[0]["cycles"], 0)
        shutil.rmtree(folder)


class Installation(unittest.TestCase):
    def test_pip_installs_the_package_in_a_virtual_environment_without_a_network(self):
        for needed in ("venv", "pip", "wheel", "setuptools"):
            if importlib.util.find_spec(needed) is None:
                self.skipTest(f"no {needed}, expected the Debian package python3-{needed}")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCE / "python", f"{folder}/source")  # pip leaves build folders beside what it installs
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", f"{folder}/venv"],
                           check=True)
            python = f"{folder}/venv/bin/python"
            done = subprocess.run([python, "-m", "pip", "install", "--no-index", "--no-build-isolation",
                                   f"{folder}/source"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([python, "-c", "import unibank; print(unibank.__file__); unibank.run('vectoradd', "
                                   "'gebhart2012/partitioned', size='tiny')"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": ""})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{folder}/venv", done.stdout)


class Sweeps(unittest.TestCase):
    def test_a_sweep_has_a_row_a_value_and_design(self):
        points = unibank.sweep("needle", TWO, "dram.latency", [100, 400], size="tiny", jobs=2)
        self.assertEqual(points.index.names, ["dram.latency", "design"])
        self.assertEqual(len(points), 4)
        self.assertLess(points.loc[(100, TWO[0]), "cycles"], points.loc[(400, TWO[0]), "cycles"])

    def test_an_argument_is_swept_and_a_point_that_fails_is_a_row(self):
        points = unibank.sweep("needle", TWO[0], "arg.size", [32, 33], size="tiny")
        self.assertGreater(points.loc[(32, TWO[0]), "cycles"], 0)
        self.assertIn("multiple of block", points.loc[(33, TWO[0]), "error"])

    def test_a_design_that_is_refused_leaves_the_others_of_its_point(self):
        separate, unified = "gebhart2012/partitioned", "gebhart2012/unified-384k"  # unified: no cache of its own
        points = unibank.grid("vectoradd", [unified, separate, "gebhart2012/fermi-like-96-32"],
                              {"storage.cache_bytes": [16384, 32768]}, size="tiny")
        self.assertEqual(list(points.loc[16384].index), [unified, separate, "gebhart2012/fermi-like-96-32"])
        self.assertEqual(len(points), 6)
        for kilobytes in (16384, 32768):
            self.assertIn('storage.layout is "unified"', points.loc[(kilobytes, unified), "error"])
            for name in (separate, "gebhart2012/fermi-like-96-32"):
                self.assertGreater(points.loc[(kilobytes, name), "cycles"], 0)
                self.assertTrue(pandas.isna(points.loc[(kilobytes, name), "error"]))

    def test_designs_that_are_all_refused_are_rows_with_their_own_errors(self):
        points = unibank.sweep("vectoradd", [TWO[1], "no/such"], "storage.cache_bytes", [16384], size="tiny")
        self.assertIn('storage.layout is "unified"', points.loc[(16384, TWO[1]), "error"])
        self.assertIn("no/such", points.loc[(16384, "no/such"), "error"])

    def test_a_design_may_be_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            design = pathlib.Path(folder) / "mine.toml"
            design.write_text(f'extends = "{TWO[0]}"\n')
            points = unibank.sweep("needle", design, "dram.latency", [100, -1], size="tiny")
            self.assertGreater(points.loc[(100, str(design.with_suffix(""))), "cycles"], 0)
            self.assertIn("dram.latency", points.loc[(-1, str(design.with_suffix(""))), "error"])

    def test_a_manifest_with_a_dump_is_swept_without_writing_it(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCE / "testbenches/examples/saxpy", f"{folder}/s")
            manifest = pathlib.Path(folder) / "s/saxpy.toml"
            text = manifest.read_text()
            self.assertEqual(text.count("value = 1\n"), 1)
            manifest.write_text(text.replace("value = 1\n", 'value = 1\ndump = "y.csv"\n'))
            points = unibank.sweep(manifest, TWO[0], "dram.latency", [100, 200, 300, 400], jobs=4)
            self.assertNotIn("error", points.columns)
            self.assertTrue((points["cycles"] > 0).all())
            self.assertFalse((manifest.parent / "y.csv").exists())
            unibank.run(manifest, TWO[0])
            self.assertTrue((manifest.parent / "y.csv").exists())

    def test_a_sweep_of_no_values_says_so(self):
        with self.assertRaisesRegex(ValueError, "dram.latency has no values, expected at least one"):
            unibank.sweep("needle", TWO[0], "dram.latency", [], size="tiny")

    def test_a_grid_has_every_combination(self):
        points = unibank.grid("vectoradd", TWO[0], {"dram.latency": [100, 200], "warp_order.policy": ["gto", "lrr"]},
                              size="tiny")
        self.assertEqual(len(points), 4)
        self.assertTrue(points["verified"].all())


class Lists(unittest.TestCase):
    def test_lists_are_frames(self):
        self.assertIn("needle", unibank.workloads().index)
        self.assertIn(TWO[0], unibank.designs("partitioned").index)
        self.assertEqual(unibank.keys("dram.latency").iloc[0]["unit"], "cycles")
        for entries in (unibank.policies, unibank.blocks, unibank.counters, unibank.instructions):
            self.assertGreater(len(entries()), 3)
            self.assertTrue(entries.__doc__)

    def test_a_design_is_a_frame_of_values(self):
        values = unibank.design(TWO[0], {"dram.latency": 77})
        self.assertEqual(values.loc["dram.latency", "value"], 77)
        self.assertEqual(values.loc["dram.latency", "source"], "--set dram.latency=77")
        with self.assertRaisesRegex(unibank.Refused, "one of them: gebhart2012/fermi-like-.*, gebhart2012/fermi-like-"):
            unibank.design("gebhart2012/fermi-like-best")


class Plots(unittest.TestCase):
    def test_pictures_show_what_the_frames_have(self):
        result = unibank.run("vectoradd", TWO, size="tiny")
        axes = unibank.plot_bars(result)
        heights = [bar.get_height() for bar in axes.containers[1]]
        self.assertAlmostEqual(heights[0], result.ratios.loc[TWO[1], "cycles"])
        with self.assertRaisesRegex(KeyError, "no column"):
            unibank.plot_bars(result, ["speed"])
        points = unibank.sweep("vectoradd", TWO, "dram.latency", [100, 400], size="tiny")
        lines = unibank.plot_sweep(points).lines
        self.assertEqual(len(lines), 2)
        self.assertEqual(list(lines[0].get_xdata()), [100, 400])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
