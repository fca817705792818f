"""`jaxopt-lint review` against a real repository and a server that behaves like GitHub."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.review.github import ApiError, GitHub
from tests.review_server import BOT, TOKEN, Failure, Forge, Server

ROOT = Path(__file__).parent.parent
BASE = "import jax\n\n\ndef kept(params):\n    return jax.tree_map(abs, params)\n"
ADDED = "\n\ndef decay(params, rate):\n    return jax.tree_map(lambda p: p * rate, params)\n"


def git(directory: Path, *args: str) -> str:
    return subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=e@x", *args],
        cwd=directory, check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip


def commit(directory: Path, **files: str) -> str:
    for name, text in files.items():
        file = directory / name.replace("__", "/").replace("_py", ".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    git(directory, "add", "-A")
    git(directory, "commit", "-q", "--allow-empty", "-m", "c")
    return git(directory, "rev-parse", "HEAD")


@pytest.fixture
def forge() -> Iterator[Forge]:
    forge = Forge()
    server = Server(forge)
    yield forge
    server.close()


@pytest.fixture
def project(tmp_path: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository on a branch that adds one finding, in a workflow run for its pull request."""
    directory = tmp_path / "project"
    directory.mkdir()
    git(directory, "init", "-q", "-b", "main")
    commit(directory, a_py=BASE)
    git(directory, "checkout", "-q", "-b", "feature")
    commit(directory, a_py=BASE + ADDED)
    for name in [*os.environ]:
        if name.startswith(("GITHUB_", "GIT_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
    monkeypatch.setenv("GITHUB_API_URL", forge.url)
    monkeypatch.setenv("GITHUB_REPOSITORY", "o/r")
    monkeypatch.setenv("GITHUB_REF", "refs/pull/7/merge")
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.chdir(directory)
    return directory


def review(*args: str) -> int:
    return main(["review", "--base", "main", *args])


def many(count: int) -> str:
    return "import jax\n" + "".join(
        f"\n\ndef f{i}(t):\n    return jax.tree_map(lambda v: v + {i}, t)\n" for i in range(count)
    )


def text_of(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert TOKEN not in captured.out + captured.err
    return captured.out + captured.err


# -- what is posted -------------------------------------------------------------------------


def test_only_what_the_change_introduced_is_commented_on(project: Path, forge: Forge) -> None:
    assert review() == 0
    (posted,) = forge.reviews
    assert posted["commit_id"] == git(project, "rev-parse", "feature")
    (comment,) = posted["comments"]
    assert (comment["path"], comment["line"], comment["side"]) == ("a.py", 9, "RIGHT")
    assert "JOL701" in comment["body"]
    new = "    return jax.tree_util.tree_map(lambda p: p * rate, params)"
    assert f"```suggestion\n{new}\n```" in comment["body"]
    assert forge.tokens == {f"Bearer {TOKEN}"}
    assert forge.conversation == []


def test_running_twice_posts_nothing_twice(project: Path, forge: Forge) -> None:
    commit(project, a_py=BASE + ADDED, b_py=many(7))
    assert review("--max-comments", "5") == 0
    before = json.dumps([forge.comments, forge.conversation])
    assert len(forge.comments) == 5 and len(forge.conversation) == 1
    forge.requests.clear()
    assert review("--max-comments", "5") == 0
    assert forge.writes == []
    assert json.dumps([forge.comments, forge.conversation]) == before


def test_a_comment_is_known_after_its_line_has_moved(project: Path, forge: Forge) -> None:
    assert review() == 0
    commit(project, a_py="# a new first line\n" + BASE + ADDED)
    assert review() == 0
    assert len(forge.reviews) == 1


def test_a_second_finding_is_added_to_the_first(project: Path, forge: Forge) -> None:
    assert review() == 0
    commit(project, b_py=many(1))
    assert review() == 0
    assert [[c["path"] for c in r["comments"]] for r in forge.reviews] == [["a.py"], ["b.py"]]


def test_batches(project: Path, forge: Forge) -> None:
    commit(project, b_py=many(64))
    assert review("--max-comments", "100") == 0
    assert [len(r["comments"]) for r in forge.reviews] == [30, 30, 5]
    assert len({c["body"].splitlines()[-1] for c in forge.comments}) == 65


def test_the_summary_is_edited_in_place(project: Path, forge: Forge) -> None:
    commit(project, b_py=many(4))
    forge.say("a person's word", {"login": "p", "type": "User"}, on_line=False)
    assert review("--max-comments", "2") == 0
    _, summary = forge.conversation
    assert "3 things" in summary["body"] and summary["body"].count("\n- ") == 3
    commit(project, b_py=many(6))
    assert review("--max-comments", "2") == 0
    assert len(forge.conversation) == 2 and "5 things" in forge.conversation[1]["body"]
    assert len(forge.comments) == 2
    commit(project, b_py="")
    assert review("--max-comments", "2") == 0
    assert len(forge.conversation) == 2 and "nothing is left" in forge.conversation[1]["body"]


def test_nothing_found_says_nothing(project: Path, forge: Forge) -> None:
    commit(project, a_py=BASE)
    assert review("--fail-level", "any") == 0
    assert forge.writes == []


def test_worst_first(project: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxopt_lint.finding import Finding, Location, Severity
    from jaxopt_lint.review.bot import by_weight

    def at(row: int, severity: Severity) -> Finding:
        return Finding("J", "j", "m", "p", Location(row, 1), Location(row, 2), severity=severity)

    found = [at(1, Severity.INFO), at(9, Severity.ERROR), at(3, Severity.WARNING)]
    assert [f.start.row for f in sorted(found, key=by_weight)] == [9, 3, 1]


# -- which findings belong to a change --------------------------------------------------------


@pytest.mark.parametrize(
    ("keep", "inline", "listed"),
    [("added", 1, 0), ("diff-context", 2, 0), ("file", 2, 1), ("nofilter", 2, 2)],
)
def test_filters(project: Path, forge: Forge, keep: str, inline: int, listed: int) -> None:
    far = many(1) + "\n" * 9
    git(project, "checkout", "-q", "main")
    commit(project, a_py=far + BASE, other_py=many(1))
    git(project, "checkout", "-q", "-B", "feature")
    commit(project, a_py=far + BASE + ADDED)
    assert review("--filter", keep) == 0
    assert len(forge.comments) == inline
    assert sum(c["body"].count("\n- ") for c in forge.conversation) == listed


def test_paths_limit_what_is_reported(project: Path, forge: Forge) -> None:
    commit(project, sub__b_py=many(1), subway_py=many(1))
    assert review("sub") == 0
    assert [c["path"] for c in forge.comments] == ["sub/b.py"]


def test_from_a_subdirectory(project: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(project, sub__b_py=many(1))
    monkeypatch.chdir(project / "sub")
    assert review() == 0
    assert {c["path"] for c in forge.comments} == {"a.py", "sub/b.py"}


def test_a_project_below_the_top_of_the_repository(project: Path, forge: Forge) -> None:
    (project / "sub").mkdir()
    (project / "sub" / "pyproject.toml").write_text("[tool.jaxopt-lint]\nselect = ['ALL']\n")
    commit(project, sub__pkg__b_py=many(1))
    assert review("sub") == 0
    assert [c["path"] for c in forge.comments] == ["sub/pkg/b.py"]


def test_each_file_under_the_settings_closest_to_it(project: Path, forge: Forge) -> None:
    (project / "sub").mkdir()
    (project / "sub" / "jaxopt-lint.toml").write_text('ignore = ["JOL7"]\n')
    commit(project, sub__b_py=many(1), other__b_py=many(1))
    assert review() == 0
    assert {c["path"] for c in forge.comments} == {"a.py", "other/b.py"}


def test_a_file_that_no_longer_parses_is_not_passed_over(project: Path, forge: Forge) -> None:
    commit(project, a_py=BASE[: BASE.index("    return")])  # nothing is added
    assert review("--fail-level", "error") == 1
    said = [c["body"] for c in [*forge.comments, *forge.conversation]]
    assert any("JOL000" in body for body in said)


def test_the_merge_of_a_change_is_checked_out(
    project: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `actions/checkout` does by default; the base has moved on meanwhile."""
    head = git(project, "rev-parse", "feature")
    git(project, "checkout", "-q", "main")
    base = commit(project, theirs_py=many(1))
    git(project, "checkout", "-q", "--detach")
    git(project, "merge", "-q", "--no-edit", "feature")
    event = project.parent / "event.json"
    pull = {"number": 7, "base": {"sha": base}, "head": {"sha": head}}
    event.write_text(json.dumps({"pull_request": pull}))
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    monkeypatch.delenv("GITHUB_REF")
    assert main(["review"]) == 0
    (posted,) = forge.reviews
    assert posted["commit_id"] == head
    assert [(c["path"], c["line"]) for c in posted["comments"]] == [("a.py", 9)]


def test_lines_that_the_base_has_moved_are_listed_instead(
    project: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = git(project, "rev-parse", "feature")
    git(project, "checkout", "-q", "main")
    commit(project, a_py="# moved\n# down\n" + BASE)
    git(project, "checkout", "-q", "--detach")
    git(project, "merge", "-q", "--no-edit", "feature")
    assert review("--head", head) == 0
    assert forge.comments == []
    assert f"blob/{head}/a.py#L11" in forge.conversation[0]["body"]


def test_a_symbolic_link_publishes_nothing(project: Path, forge: Forge, tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text(many(1))
    (project / "link.py").symlink_to(secret)
    (project / "folder").symlink_to(tmp_path)
    commit(project)
    assert review("--filter", "nofilter") == 0
    assert not any("link.py" in c["body"] + c["path"] for c in forge.comments)
    (said,) = forge.conversation
    assert "`link.py`: a symbolic link is not followed" in said["body"]
    assert "f0" not in said["body"] and "JOL" not in said["body"]


@pytest.mark.parametrize(
    ("level", "code"), [("none", 0), ("any", 1), ("info", 1), ("warning", 1), ("error", 1)]
)
def test_fail_level(project: Path, forge: Forge, level: str, code: int) -> None:
    assert review("--fail-level", level) == code
    assert len(forge.comments) == 1


@pytest.mark.parametrize(
    ("level", "code"), [("none", 0), ("any", 1), ("info", 1), ("warning", 0), ("error", 0)]
)
def test_what_is_too_minor_to_be_shown_still_fails_a_level_that_asks_for_it(
    project: Path, forge: Forge, level: str, code: int
) -> None:
    lowered = "severity-by-path={'a.py' = 'info'}"
    assert review("--fail-level", level, "--config", lowered) == code
    assert forge.comments == []


# -- when the forge does not play along ---------------------------------------------------------


def test_a_token_that_may_not_write_makes_annotations(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str]
) -> None:
    forge.read_only = True
    assert review("--fail-level", "any") == 1
    shown = text_of(capsys)
    assert re.search(r"^::error title=jaxopt-lint \(JOL701\),file=a.py,line=9,", shown, re.M)
    assert "annotations" in shown


def test_annotations_name_files_from_the_top(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(project, sub__b_py=many(1))
    monkeypatch.chdir(project / "sub")
    forge.read_only = True
    assert review("--base", "main", ".") == 0
    assert "file=sub/b.py" in text_of(capsys)


@pytest.mark.parametrize(
    "failure",
    [
        Failure("POST", "reviews", 429, {"Retry-After": "3"}),
        Failure("POST", "reviews", 403, {"Retry-After": "3"}),
        Failure("POST", "reviews", 403, message="You have exceeded a secondary rate limit"),
        Failure("POST", "reviews", 422, message="was submitted too quickly"),
        Failure("GET", "comments", 429, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"}),
        Failure("GET", "comments", 502),
        Failure("POST", "reviews", 502),
        Failure("POST", "reviews", 502, then=True),
    ],
    ids=lambda f: f"{f.method}-{f.status}-{f.then}",
)
def test_trouble_that_passes(project: Path, forge: Forge, failure: Failure) -> None:
    forge.failures.append(failure)
    assert review() == 0
    assert len(forge.comments) == 1


def test_waits_as_long_as_it_is_told_to(project: Path, forge: Forge) -> None:
    waits: list[float] = []
    client = GitHub(forge.url, "o/r", TOKEN, sleep=waits.append)
    forge.failures += [Failure("GET", "comments", 429, {"Retry-After": "7"}),
                       Failure("GET", "comments", 429)]  # fmt: skip
    assert client.review_comments(7) == []
    assert waits == [7.0, 2.0]


def test_does_not_wait_for_an_hour(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str]
) -> None:
    forge.failures.append(Failure("POST", "reviews", 403, {"Retry-After": "3600"}))
    assert review() == 2
    shown = text_of(capsys)
    assert "rate limit" in shown and "3600" in shown
    assert "::error title=jaxopt-lint (JOL701),file=a.py" in shown  # nothing is lost


@pytest.mark.parametrize("status", [429, 502])
def test_gives_up(project: Path, forge: Forge, status: int) -> None:
    forge.failures += [Failure("GET", "comments", status) for _ in range(50)]
    assert review() == 2
    assert len(forge.requests) < 10


def test_a_comment_that_cannot_be_placed_is_listed(project: Path, forge: Forge) -> None:
    commit(project, b_py=many(3), c_py=many(3))
    forge.lines = {"a.py": {*range(1, 20)}, "b.py": {*range(1, 20)}, "c.py": {5, 13}}
    assert review() == 0
    assert sorted((c["path"], c["line"]) for c in forge.comments) == [
        ("a.py", 9), ("b.py", 5), ("b.py", 9), ("b.py", 13), ("c.py", 5), ("c.py", 13),
    ]  # fmt: skip
    assert "c.py:9" in forge.conversation[0]["body"]


def test_lines_of_any_length_leave_the_others_their_comments(project: Path, forge: Forge) -> None:
    """What GitHub would refuse for its length is cut, and costs nobody else a comment."""
    long = "import jax\n" + "".join(
        f"\n\ndef g{i}(t):\n    return jax.tree_map(abs, t)  # {'long ' * 40_000}\n"
        for i in range(3)
    )
    commit(project, a_py=BASE + ADDED, b_py=many(6), c_py=long)
    assert review() == 0
    assert len(forge.comments) == 10 and forge.conversation == []
    cut = [c["body"] for c in forge.comments if c["path"] == "c.py"]
    assert all("too long for a comment" in body and len(body) < 5_000 for body in cut)
    assert all("```suggestion" in c["body"] for c in forge.comments if c["path"] != "c.py")


def test_a_name_of_any_length_fits_a_comment(project: Path, forge: Forge) -> None:
    name = "n" * 70_000
    commit(project, b_py=f"import jax\n\n\n@jax.jit\ndef {name}(x):\n    print(x)\n    return x\n")
    assert review("--max-comments", "1") == 0
    for said in [*forge.comments, *forge.conversation]:
        assert len(said["body"]) < 65_536


def test_refusals_of_some_leave_the_others_their_comments(project: Path, forge: Forge) -> None:
    commit(project, a_py=BASE, b_py=many(16))
    bad = {5, 9, 13, 17, 33, 41, 57}
    forge.lines = {"b.py": {*range(1, 100)} - bad}
    assert review() == 0
    assert {c["line"] for c in forge.comments} == {*range(5, 66, 4)} - bad
    assert len(re.findall(r"b\.py:\d+", forge.conversation[0]["body"])) == len(bad)


def test_many_that_cannot_be_placed_end_soon(project: Path, forge: Forge) -> None:
    commit(project, b_py=many(40))
    forge.lines = {}
    assert review("--max-comments", "50") == 0
    assert len(forge.writes) < 20
    assert "41 things" in forge.conversation[0]["body"]


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure("GET", "user", 401, message="Bad credentials"), "Bad credentials"),
        (Failure("GET", "comments", 404, message="Not Found"), "Not Found"),
        (Failure("GET", "comments", 301, {"Location": "http://127.0.0.1:9/x"}), "moved"),
        (Failure("GET", "user", 401, message=f"no {TOKEN}"), r"\*\*\*"),
    ],
)
def test_errors_are_one_line(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str], failure: Failure, words: str
) -> None:
    forge.failures.append(failure)
    assert review() == 2
    error = next(line for line in text_of(capsys).splitlines() if line.startswith("error: "))
    assert re.search(words, error), error


def test_the_token_goes_nowhere_else(project: Path, forge: Forge) -> None:
    other = Forge()
    server = Server(other)
    try:
        for failure in (
            Failure("GET", "comments", 302, {"Location": f"{other.url}/user"}),
            Failure("GET", "comments", 307, {"Location": f"{other.url}/user"}),
        ):
            forge.failures.append(failure)
            assert review() == 2
        link = {"Link": f'<{other.url}/repos/o/r/pulls/7/comments>; rel="next"'}
        forge.failures.append(Failure("GET", "comments", 200, link, content=[]))
        with pytest.raises(ApiError):
            GitHub(forge.url, "o/r", TOKEN).review_comments(7)
    finally:
        server.close()
    assert other.requests == []


def test_no_server_at_all(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert review("--api-url", "http://127.0.0.1:9/") == 2
    assert "refused" in text_of(capsys)


# -- strangers ----------------------------------------------------------------------------------


def test_a_strangers_marker_silences_nothing(project: Path, forge: Forge) -> None:
    assert review() == 0
    (comment,) = forge.comments
    comment["user"] = {"login": "stranger", "type": "User"}
    assert review() == 0
    assert len(forge.reviews) == 2


def test_with_a_personal_token_our_own_comments_are_known(project: Path, forge: Forge) -> None:
    forge.login = "me"
    assert review() == 0 and review() == 0
    assert len(forge.reviews) == 1
    forge.comments[0]["user"] = BOT
    assert review() == 0
    assert len(forge.reviews) == 2


def test_code_of_the_change_is_not_executed(
    project: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = f"open({str(project.parent / 'executed')!r}, 'w').close()\n"
    script = project.parent / "python"
    script.write_text(f"#!/bin/sh\ntouch {project.parent / 'executed'}\n")
    script.chmod(0o755)
    (project / "pyproject.toml").write_text(
        f'[tool.jaxopt-lint.verify]\npython = "{script}"\nrecord = ["{script}"]\n'
    )
    (project / ".gitattributes").write_text("*.py diff=python filter=trap\n")
    (project / ".git" / "hooks" / "post-index-change").symlink_to(script)
    names = ("a_py", "sitecustomize_py", "conftest_py", "setup_py", "json_py", "jax_py", "click_py")
    used = "\n\ndecay(kept({}), 0.5)\n"  # as nothing else calls it
    commit(project, **dict.fromkeys(names, trap + BASE + ADDED + used))
    (project.parent / "executed").unlink(missing_ok=True)  # the commit itself runs the hook
    assert review() == 0
    assert forge.comments
    again = subprocess.run(  # -P, as the installed command: the tree is not on the import path
        [sys.executable, "-P", "-m", "jaxopt_lint", "review", "--base", "main", "--dry-run"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert again.returncode == 0 and "JOL701" in again.stdout, again.stderr
    assert not (project.parent / "executed").exists()


def test_code_of_a_large_project_is_not_executed(project: Path) -> None:
    """With many files the linter starts processes, in the directory of the change."""
    trap = f"open({str(project.parent / 'executed')!r}, 'w').close()\n"
    names = ("socket", "selectors", "pickle", "signal", "struct", "multiprocessing", "json")
    files = {f"{name}_py": trap for name in names} | {f"m{i}_py": "import jax" for i in range(300)}
    commit(project, **files)
    command = project.parent / "jaxopt-lint"  # as installed: its own folder is on the path
    command.write_text("""if __name__ == "__main__":
    from jaxopt_lint.cli.main import main
    main()
""")
    done = subprocess.run(
        [sys.executable, str(command), "review", "--base", "main", "--dry-run"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert "JOL701" in done.stdout, done.stderr
    assert not (project.parent / "executed").exists()


def test_findings_that_a_change_brings_along_are_not_believed(project: Path, forge: Forge) -> None:
    assert main(["check", "."]) == 1
    (cache,) = (project / ".jaxopt_lint_cache").glob("*.msgpack")
    cache.write_bytes(cache.read_bytes().replace(b"JOL701", b"JOL666"))
    (project / ".jaxopt_lint_cache" / ".gitignore").unlink()
    commit(project)
    assert review() == 0
    assert "JOL701" in forge.comments[0]["body"]


@pytest.mark.parametrize("text", ["a.py -diff", "a.py binary", "*.py -diff -text", "* filter=lfs"])
def test_attributes_of_a_change_empty_no_review(project: Path, forge: Forge, text: str) -> None:
    (project / ".gitattributes").write_text(f"{text}\n")
    commit(project)
    assert review() == 0
    assert [(c["path"], c["line"]) for c in forge.comments] == [("a.py", 9)]


def summary_of(forge: Forge) -> str:
    (said,) = forge.conversation
    return str(said["body"])


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("pyproject.toml", '[tool.jaxopt-lint]\nignore = ["JOL701"]\n', "switches off JOL701"),
        ("jaxopt-lint.toml", 'ignore = ["ALL"]\n', "switches off all rules (`jaxopt-lint.toml`)"),
        ("jaxopt-lint.toml", 'select = ["JOL1"]\n', "and "),
        ("jaxopt-lint.toml", 'exclude = ["a.py"]\n', "keeps `a.py` from being looked at"),
        ("jaxopt-lint.toml", 'extend-exclude = ["*.py"]\n', "`extend-exclude` gains `*.py`"),
        (".gitignore", "*.py\n", "keeps `a.py` from being looked at"),
        ("jaxopt-lint.toml", '[per-file-ignores]\n"a*" = ["JOL7"]\n', "ignores `JOL7` in `a*`"),
        ("jaxopt-lint.toml", 'min-confidence = "high"\n', "`min-confidence` from medium to high"),
        ("jaxopt-lint.toml", 'extend = "more.toml"\n', "switches off JOL701"),
    ],
)
def test_a_change_that_switches_rules_off_is_named(
    project: Path, forge: Forge, name: str, text: str, words: str
) -> None:
    (project / name).write_text(text)
    (project / "more.toml").write_text('ignore = ["JOL701"]\n')
    commit(project)
    assert review() == 0
    assert words in summary_of(forge)
    if name != ".gitignore":
        assert review("--isolated") == 0
        assert "nothing is left" in summary_of(forge) and len(forge.comments) == 1


def test_the_same_settings_in_another_place_are_no_remark(project: Path, forge: Forge) -> None:
    git(project, "checkout", "-q", "main")
    (project / "pyproject.toml").write_text('[tool.jaxopt-lint]\nignore = ["JOL1"]\n')
    (project / "out_py").write_text("")
    commit(project, left__out_py="import jax\n")
    (project / ".gitignore").write_text("left\n")
    commit(project)
    git(project, "checkout", "-q", "feature")
    git(project, "rebase", "-q", "main")
    (project / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (project / "jaxopt-lint.toml").write_text('ignore = ["JOL1"]\n')
    (project / "left" / "out.py").write_text(many(1))
    commit(project)
    assert review() == 0
    assert len(forge.comments) == 1 and forge.conversation == []


def test_a_broken_base_is_no_remark(project: Path, forge: Forge) -> None:
    git(project, "checkout", "-q", "main")
    (project / "jaxopt-lint.toml").write_text("ignore = [")
    commit(project)
    git(project, "checkout", "-q", "feature")
    git(project, "rebase", "-q", "main")
    (project / "jaxopt-lint.toml").write_text('ignore = ["JOL1"]\n')
    commit(project)
    assert review() == 0
    assert forge.conversation == []


def test_new_suppressions_are_counted(project: Path, forge: Forge) -> None:
    quiet = ADDED.replace("params)\n", "params)  # jaxopt-lint: ignore[JOL701] for now\n")
    other = 'TEXT = "# jaxopt-lint: ignore[JOL701]"\nx = 1  # noqa: E501\ny = 2  # noqa\n'
    commit(project, a_py=BASE + quiet, b_py=other)
    assert review() == 0
    assert "adds 2 suppression comments (`a.py`, `b.py`)" in summary_of(forge)
    git(project, "branch", "-f", "main", "HEAD")
    commit(project, a_py=(BASE + quiet).replace("for now", "for ever"))  # edited, not added
    forge.conversation.clear()
    assert review() == 0
    assert forge.conversation == []


def test_dry_run_needs_no_network_and_no_token(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITHUB_TOKEN", "GITHUB_REPOSITORY", "GITHUB_REF", "GITHUB_API_URL"):
        monkeypatch.delenv(name)
    commit(project, b_py=many(2), c_py=many(1) + "\n\n# ::warning::from the code\n")
    assert review("--dry-run", "--max-comments", "2") == 0
    shown = text_of(capsys)
    assert "a.py:9\n| **JOL701**" in shown and "summary\n" in shown
    assert not re.search(r"^\s*::", shown, re.M)
    assert forge.requests == []


def test_changes_that_are_not_committed_show_in_a_dry_run(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text("# one more\n" + BASE + ADDED)
    assert review("--dry-run") == 0
    assert "a.py:10" in text_of(capsys)


@pytest.mark.executes
def test_verify_shows_the_evidence_and_hides_the_token(project: Path, forge: Forge) -> None:
    commit(
        project,
        b_py=(
            "import os\n\nimport jax\nimport jax.numpy as jnp\n\n"
            "assert 'PATH' in os.environ and 'GITHUB_TOKEN' not in os.environ\n\n\n"
            "# jaxopt-lint: verify(f32[4])\ndef g(x):\n    return jax.tree_map(jnp.sin, x)\n"
        ),
        c_py="from b import g\n\nprint(g(1.0))\n",
    )
    assert review("--verify", "b.py") == 0
    (comment,) = forge.comments
    assert "Verification: " in comment["body"]
    assert "PROVED" in comment["body"], "the module's assertion holds"


# -- mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unset", "args", "words"),
    [
        ("GITHUB_TOKEN", [], "GITHUB_TOKEN is not set"),
        ("GITHUB_REPOSITORY", [], "--repo"),
        ("GITHUB_REF", [], "--pr"),
        ("", ["--repo", "../x"], "OWNER/NAME"),
        ("", ["--repo", "o/r/../../x"], "OWNER/NAME"),
        ("", ["--api-url", "http://example.org"], "https"),
        ("", ["--api-url", "file:///etc/passwd"], "https"),
        ("", ["--base", "missing"], "fetch-depth"),
        ("", ["--base=--output=x"], "not a revision"),
        ("", ["--head", "-x"], "not a revision"),
        ("", ["nowhere"], "no such file"),
        ("", ["--pr", "0"], "0"),
        ("", ["--select", "JOL7O1"], "JOL701"),
    ],
)
def test_mistakes_are_one_line(
    project: Path,
    forge: Forge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    unset: str,
    args: list[str],
    words: str,
) -> None:
    if unset:
        monkeypatch.delenv(unset)
    assert review(*args) == 2
    shown = text_of(capsys)
    assert shown.startswith("error: ") and words in shown.splitlines()[0]
    assert forge.writes == []


def test_the_commit_must_be_checked_out(
    project: Path, forge: Forge, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "checkout", "-q", "main")
    assert review("--head", "feature") == 2
    assert "check it out" in text_of(capsys)


def test_a_broken_event_file(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "event").write_text("{")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(project / "event"))
    assert review() == 2
    assert "GITHUB_EVENT_PATH" in text_of(capsys)


@pytest.mark.parametrize("token", ["", "a b", "a\nb", "é"])
def test_a_token_that_is_none(token: str) -> None:
    with pytest.raises(Exception, match="GITHUB_TOKEN"):
        GitHub("https://api.github.com", "o/r", token)
