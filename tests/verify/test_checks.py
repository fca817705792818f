"""Every check is needed: a bug is known that it alone sees, and that would survive without it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from jaxopt_lint.verify import harness
from jaxopt_lint.verify.harness import verify_pair
from jaxopt_lint.verify.settings import VerifySettings

if TYPE_CHECKING:
    from executing import Executor

CHILD = Path(harness.__file__).with_name("child")
HERE = Path(__file__).parent
# A mutant of `mutants/`, or a bug of `invented/bugs/`.
ALONE = {
    "alarms": "alarm_moves_to_stdout",
    "cancellation": "compensated_sum_optimised_away",
    "contents": "saved_numbers_lose_digits",
    "devices": "regulariser_counted_per_device",
    "dtype": "index_of_another_type",
    "effects": "log_lost",
    "effects of the gradient": "rematerialised_report_runs_twice",
    "extremes": "nan_unmasked",
    "f64": "reciprocal_with_a_short_literal",
    "f64 gradient": "backward_with_a_short_literal",
    "f64 jvp": "tangent_with_a_short_literal",
    "f64 second derivative": "second_rule_with_a_short_literal",
    "files": "file_not_written",
    "gradient": "backward_with_a_margin",
    "inputs alive": "donated_integers",
    "jvp": "tangent_with_a_margin",
    "mutation": "written_in_place",
    "precision": "precision_lost",
    "promises": "slots_promised_to_be_unique",
    "raises": "check_dropped",
    "range": "count_in_half",
    "repeat": "array_remembered",
    "returns": "zeros_refused",
    "second derivative": "second_rule_with_a_margin",
    "sequence": "second_call_rounded",
    "sharding": "sharding_lost",
    "sign of zero": "zero_without_sign",
    "signature": "default_changed",
    "sizes": "clamped_gather",
    "state": "global_not_kept",
    "traces": "branch_on_an_integer",
    "tree": "none_leaf",
    "type": "array_of_jax",
    "value": "margin_of_the_type",
    "variations": "chunk_remainder_dropped",
    "weak type": "strong_number",
}


# What is varied, as a pattern of its names: a bug of `invented/bugs/` that is accepted without it.
VARIED = {
    r" in uint8$": "unsigned_sort_key_negated",
    r"^0 in float16$": "epsilon_vanishes_in_float16",
    r" in its keys$": "substring_of_a_leaf_path",
    r" over its whole range$": "absolute_value_of_int8_minimum",
    r"\] with \d+ along axis 0 alone$": "mean_of_unequal_means",
    r" made \d+( alone)?$": "irfft_default_length",
    r" as a function that raises$": "user_callback_errors_swallowed",
    r" as a leaf has, alone$": "shared_leaf_guessed_by_leading_size",
    r" as an iterator that fails$": "loader_thread_swallows_the_error",
    r" as what another one is divided by$": "grouped_heads_tiled",
    r" as whole numbers$": "gradient_at_integer_point",
    r" is \d+\.0 instead of a whole number$": "integer_scale_found_in_float_cache",
    r" next to squares and powers$": "integer_root_by_float_root",
    r" says no, and the rest raise$": "short_circuit_lost",
    r" with one leading axis more(, alone)?$": "transpose_reverses_all_axes",
    r" with zeros, then NaN$": "fused_loops_interleave_the_warnings",
    r" between large numbers that cancel$": "exact_sum_became_a_plain_one",
    r"^about zero": "sign_of_slogdet_ignored",
    # With a float as its modulus it is seen, too.
    r"^whole numbers next to \d+$| instead of a whole number$": "modular_power_overflows",
    r"^argument 2 is 0$": "slice_from_minus_zero",
    r", a zero by its sign$": "static_zero_of_the_other_sign",
    r" of the kind rbg$": "key_taken_for_the_default_kind",
    r" is True$| is False$": "flag_taken_for_a_number",
    r" at 0\.1( in bfloat16)?$": "threshold_compared_in_float32",
    r" as one number$": "one_weight_cannot_be_mapped",
    r" as an OrderedDict in another order$": "ordered_mapping_in_sorted_order",
    r" for the last$": "parts_no_longer_broadcast",
    r"^lists of 3 empty$": "sum_of_no_parts_is_zero",
}


# What is seen by it is always seen by others as well, which compare numbers of equal shapes only.
COVERED = {"shape": "row_for_column"}


def made() -> set[str]:
    """The names of all checks, as the code that makes them writes them."""
    found = set()
    for file in ("compare.py", "contract.py", "extremes.py", "varied.py", "written.py"):
        for node in ast.walk(ast.parse((CHILD / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = ast.unparse(node.func).rpartition(".")[2]
                if name in ("add", "outcome", "_equal") and isinstance(node.args[0].value, str):
                    found.add(node.args[0].value)
    return found


def test_a_bug_is_named_for_every_check() -> None:
    assert made() <= ALONE.keys() | COVERED.keys()


@pytest.mark.mutant
@pytest.mark.parametrize(("check", "name"), ALONE.items())
def test_only_this_check_sees_it(executor: Executor, check: str, name: str) -> None:
    folder = HERE / "invented" / "bugs" / name
    if folder.is_dir():
        found = executor.case(folder / "original.py", folder / "bug.py")
    else:
        sides = (f"{HERE / 'mutants' / name / file}:f" for file in ("before.py", "bug.py"))
        settings = VerifySettings(timing=False, optimize=executor.optimize)
        found = verify_pair(*sides, settings, session=executor.session)
    # Variations make all checks anew, on other calls: with one off, they have it off as well.
    failed = {one.name for one in found.checks if one.passed is False}
    made_there = failed == {"variations"} and check == "tree"  # a leaf that is None on another call
    assert made_there or failed - {"variations"} == {check} - {"variations"}


@pytest.mark.mutant
@pytest.mark.parametrize(("pattern", "name"), VARIED.items())
def test_what_is_varied_is_needed(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, pattern: str, name: str
) -> None:
    folder = HERE / "invented" / "bugs" / name
    assert not executor.case(folder / "original.py", folder / "bug.py").right
    asked = executor.session.run
    made: list[str] = []

    def run(jobs: Sequence[dict[str, Any]], *, together: bool = False) -> list[dict[str, Any]]:
        """The answers of jobs from which all calls are left out that the pattern names."""
        for job in jobs:
            if job["kind"] == "observe":
                job["skip"] = [*job["skip"], *(one for one in made if re.search(pattern, one))]
        answers = asked(jobs, together=together)
        for job, answer in zip(jobs, answers, strict=True):
            if job["kind"] == "inputs":
                made.extend(answer["cases"])
        return answers

    executor.session.originals.clear()  # which were run with these calls
    with monkeypatch.context() as patched:
        patched.setattr(executor.session, "run", run)
        found = executor.case(folder / "original.py", folder / "bug.py")
    executor.session.originals.clear()
    assert found.right, found
