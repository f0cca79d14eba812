"""Executes every notebook: python3 notebooks_test.py PROGRAM SOURCE_FOLDER. Exit status 77: a Python package is
missing."""
import os
import pathlib
import sys
import tempfile

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbclient
    import nbformat
    import pandas  # noqa: F401
except ImportError as missing:
    print(f"{missing}: expected the Debian packages python3-pandas, python3-matplotlib, python3-nbclient and "
          "python3-ipykernel")
    sys.exit(77)

program, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
os.environ.update(UNIBANK=program, UNIBANK_SOURCE=str(source), PYTHONPATH=str(source / "python"), MPLBACKEND="agg",
                  JUPYTER_PLATFORM_DIRS="1", PYDEVD_DISABLE_FILE_VALIDATION="1")
failed = False
for file in sorted((source / "python/notebooks").glob("*.ipynb")):
    book = nbformat.read(file, as_version=4)
    if any(cell.get("outputs") for cell in book.cells):
        print(f"{file.name}: has outputs, expected none: they are made when it runs")
        failed = True
    with tempfile.TemporaryDirectory() as folder:
        try:
            nbclient.NotebookClient(book, timeout=300, kernel_name="python3",
                                    resources={"metadata": {"path": folder}}).execute()
            print(f"{file.name}: {sum(cell.cell_type == 'code' for cell in book.cells)} cells")
        except nbclient.exceptions.CellExecutionError as error:
            print(f"{file.name}: {error}")
            failed = True
sys.exit(failed)
