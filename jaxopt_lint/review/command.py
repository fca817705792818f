"""`jaxopt-lint review`: comment on what a pull request introduced."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from jaxopt_lint.changes.diff import FileDiff, parse
from jaxopt_lint.changes.git import SECRETS, Git
from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.files.leftovers import sweep_folders
from jaxopt_lint.finding import Finding, Severity
from jaxopt_lint.report.console import clean, count, one_line
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.review import bot
from jaxopt_lint.review.comments import Comment
from jaxopt_lint.review.event import Event, read_event
from jaxopt_lint.review.github import ApiError, GitHub, ReadOnly
from jaxopt_lint.review.introduced import FILTERS, Introduced, comments_for, introduced
from jaxopt_lint.review.weakened import remarks
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo
from jaxopt_lint.settings.config import Config

_LEVELS = ("none", "any", "info", "warning", "error")


@click.command(epilog="Exit codes: 0 done, 1 findings at --fail-level, 2 could not do the job.")
@opt.paths_argument
@click.option("--base", metavar="REV", help="What the change is made to, such as origin/main.")
@click.option("--head", metavar="REV", help="The commit to comment on; it must be checked out.")
@click.option("--dry-run", is_flag=True, help="Print the comments; post nothing.")
@click.option("--pr", type=click.IntRange(1), metavar="N", help="The pull request's number.")
@click.option("--repo", metavar="OWNER/NAME", help="The repository on GitHub.")
@click.option("--api-url", metavar="URL", help="The address of GitHub's REST interface.")
@click.option(
    "--verify",
    is_flag=True,
    help="Run each fix before it is proposed. This executes the code under review.",
)
@click.option(
    "--max-comments",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="The most comments on lines; the rest is listed in one comment.",
)
@click.option(
    "--filter",
    "keep",
    type=click.Choice(FILTERS),
    default="added",
    show_default=True,
    help="Which findings belong to the change.",
)
@click.option(
    "--fail-level",
    type=click.Choice(_LEVELS),
    default="none",
    show_default=True,
    help="Exit with 1 for findings of at least this severity.",
)
@opt.rule_options
@opt.config_options
@opt.console_options
def review(paths: tuple[str, ...], **given: Any) -> int:
    """Comment on the lines that a pull request introduced findings on, each once.

    In GitHub Actions everything is found in the environment; the token is GITHUB_TOKEN.
    """  # fmt: skip
    output = Output.of(given)
    event = read_event(os.environ)
    sweep_folders()
    where = _where(paths, event, given)
    # The address and the token are checked before any work is done.
    github = None if given["dry_run"] else _github(event, given)
    number = given["pr"] or event.number
    if github is not None and not number:
        raise CannotDo("no pull request: give its number with --pr, or use --dry-run")
    config = opt.settings(paths or (os.fspath(where.git.top),), given)
    opt.check_selectors(config)
    found = _introduced(config, where, paths, given)
    inline, elsewhere = comments_for(
        found.findings, config, where.changes, where.moved, given["keep"]
    )
    output.note(
        f"{count(len(found.findings), 'finding')} in {count(len(where.changes), 'changed file')}; "
        f"settings: {config.file or 'defaults'}",
        level=1,
    )
    if found.minor:
        output.note(f"{count(len(found.minor), 'finding')} less severe than `severity`", level=1)
    about = remarks(where.git, where.base, where.changes, found.unseen, given)
    if github is None:
        _show(inline, elsewhere, about, given["max_comments"], output)
    else:
        web = f"{event.server_url.rstrip('/')}/{github.repository}"
        target = bot.Target(number, where.head, web)
        _post(github, target, inline, elsewhere, about, given["max_comments"], output)
    output.crashes(found.crashes)
    if found.crashes:
        return FAILED
    return FINDINGS if _fails(found, given["fail_level"]) else CLEAN


@dataclass(frozen=True)
class _Where:
    """The change under review.

    Attributes:
        base: the commit that it branched off.
        changes: against that commit, in lines of the working tree.
        head: the commit that comments go to.
        moved: files that the working tree holds differently from `head`.
    """

    git: Git
    base: str
    changes: dict[str, FileDiff]
    head: str
    moved: frozenset[str]


def _where(paths: Sequence[str], event: Event, given: dict[str, Any]) -> _Where:
    for path in paths:
        if not os.path.exists(path):
            raise CannotDo(f"{one_line(path)}: no such file or directory")
    git = Git.around(opt.common_directory(paths))
    base = given["base"] or event.base
    if not base:
        raise CannotDo("no base: say with --base REV what the change is made to")
    checked_out = git.commit("HEAD")
    head = git.commit(given["head"] or event.head or "HEAD")
    if not git.contains(checked_out, head):
        raise CannotDo(f"the working tree is not that of {head[:12]}: check it out first")
    # A workflow has the merge of the change checked out, in which the base is no part of it.
    branched_off = git.merge_base(git.commit(base), checked_out)
    changes = parse(git.diff(branched_off))
    moved = frozenset(parse(git.diff(head)))
    return _Where(git, branched_off, changes, head, moved)


def _github(event: Event, given: dict[str, Any]) -> GitHub:
    token = os.environ.get("GITHUB_TOKEN", "")
    repository = given["repo"] or event.repository
    if not repository:
        raise CannotDo("no repository: give --repo OWNER/NAME, or use --dry-run")
    if not token:
        raise CannotDo("GITHUB_TOKEN is not set; --dry-run needs none")
    return GitHub(given["api_url"] or event.api_url, repository, token)


def _introduced(
    config: Config, where: _Where, paths: Sequence[str], given: dict[str, Any]
) -> Introduced:
    if given["verify"]:
        for name in SECRETS:  # what runs next is the code under review
            os.environ.pop(name, None)
    absolute = [os.path.abspath(path) for path in paths]
    return introduced(config, where.git.top, where.changes, absolute, given)


def _show(
    inline: Sequence[tuple[Finding, Comment]],
    elsewhere: Sequence[Finding],
    about: Sequence[str],
    most: int,
    output: Output,
) -> None:
    """Print what would be posted."""
    ordered = sorted(inline, key=lambda pair: bot.by_weight(pair[0]))
    text = []
    for _, comment in ordered[:most]:
        first, last = comment.lines
        place = f"{first}" if first == last else f"{first}-{last}"
        text.append(output.style(f"{one_line(comment.path)}:{place}", "bold"))
        # Behind a bar, no line of the code under review can be a command to the runner.
        text += [f"| {clean(line)}".rstrip() for line in comment.body.split("\n")]
        text.append("")
    listed = [*(f for f, _ in ordered[most:]), *elsewhere]
    if listed or about:
        text.append(output.style("summary", "bold"))
        body = bot.summary(listed, bot.Target(0, ""), about)
        text += [f"| {clean(line)}".rstrip() for line in body.split("\n")]
    output.results("\n".join(text))
    output.note(f"Would post {count(min(len(ordered), most), 'comment')}.")


def _post(
    github: GitHub,
    target: bot.Target,
    inline: Sequence[tuple[Finding, Comment]],
    elsewhere: Sequence[Finding],
    about: Sequence[str],
    most: int,
    output: Output,
) -> None:
    every = [*(finding for finding, _ in inline), *elsewhere]
    try:
        outcome = bot.post(github, target, inline, elsewhere, most, about)
    except ReadOnly as error:
        output.warn(f"{error}; findings are annotations of this run instead")
        _annotate(every, about, output)
        return
    except ApiError:
        _annotate(every, about, output)  # what was found is not lost, even if nobody took it
        raise
    text = f"Posted {count(outcome.posted, 'comment')}"
    if outcome.known:
        text += f"; {outcome.known} were there already"
    if outcome.overflow:
        text += f"; {count(len(outcome.overflow), 'finding')} in the summary"
    output.note(text + ".")


def _annotate(findings: Sequence[Finding], about: Sequence[str], output: Output) -> None:
    from jaxopt_lint.report.github import lines

    output.results("\n".join(lines(findings, _AsGitNames(Path()))), exact=True)
    for remark in about:
        output.warn(remark)


class _AsGitNames(Sources):
    """Paths from the top of the repository, wherever the command runs."""

    def shown(self, path: str) -> str:
        """The path as it is."""
        return path


def _fails(found: Introduced, level: str) -> bool:
    if level == "none":
        return False
    every = [*found.findings, *found.minor]
    if level == "any":
        return bool(every)
    return any(finding.severity.at_least(Severity(level)) for _, finding in every)
