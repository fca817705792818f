"""Python imports this at start-up while `jaxopt-lint observe` runs the user's command."""

import importlib.machinery
import importlib.util
import json
import os
import sys


def _start_observing() -> None:
    config = json.loads(os.environ["JAXOPT_LINT_OBSERVE"])
    init = os.path.join(config["child"], "__init__.py")
    spec = importlib.util.spec_from_file_location(
        "_jaxopt_lint_observe", init, submodule_search_locations=[config["child"]]
    )
    if spec is None or spec.loader is None:
        return
    package = importlib.util.module_from_spec(spec)
    sys.modules["_jaxopt_lint_observe"] = package
    spec.loader.exec_module(package)
    importlib.import_module("_jaxopt_lint_observe.boot").boot(config)


def _run_the_next_one() -> None:
    """The sitecustomize that this one hides."""
    here = os.path.dirname(os.path.abspath(__file__))
    rest = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", rest)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


_run_the_next_one()
if "JAXOPT_LINT_OBSERVE" in os.environ:
    _start_observing()
