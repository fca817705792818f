"""Posts what is new of a review: every comment once, the overflow in one comment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from jaxopt_lint.finding import Confidence, Finding
from jaxopt_lint.report.console import count
from jaxopt_lint.review.comments import LONGEST, Comment, clipped, marked, marker
from jaxopt_lint.review.github import GitHub, Rejected, Unknown
from jaxopt_lint.review.markdown import code, prose

BATCH = 30  # comments in one request
# After so many refusals without a success between them, the rest goes to the summary untried.
_MOST_REJECTIONS = 16
_MOST_LISTED = 100
_SUMMARY = "summary"
_CONFIDENCES = list(Confidence)


@dataclass(frozen=True, slots=True)
class Target:
    """The pull request to comment on, and the commit that the comments are about."""

    number: int
    commit: str
    web: str = ""  # of the repository, such as https://github.com/owner/name


@dataclass
class Outcome:
    """What a run did.

    Attributes:
        posted: comments that are new.
        known: comments that an earlier run had made.
        overflow: findings that only the summary comment has.
    """

    posted: int = 0
    known: int = 0
    overflow: list[Finding] = field(default_factory=list)


def by_weight(finding: Finding) -> tuple[int, int, str, int, int]:
    """A sort key: worst and surest first."""
    return (
        finding.severity.rank,
        _CONFIDENCES.index(finding.confidence),
        finding.path,
        finding.start.row,
        finding.start.column,
    )


def post(
    github: GitHub,
    target: Target,
    comments: Sequence[tuple[Finding, Comment]],
    elsewhere: Sequence[Finding],
    most: int,
    remarks: Sequence[str] = (),
) -> Outcome:
    """Bring the comments on a pull request up to date.

    Args:
        elsewhere: findings on lines that cannot carry a comment.
        most: comments on lines that may stand for what is found now; older ones count.
        remarks: Markdown sentences about the change as a whole.

    Raises:
        ReadOnly: the token may not write.
        ApiError: GitHub did not do it.
    """
    me = github.login()
    known = _known(github, target, me)
    ordered = sorted(comments, key=lambda pair: by_weight(pair[0]))
    fresh = [pair for pair in ordered if pair[1].fingerprint not in known]
    outcome = Outcome(known=len(ordered) - len(fresh))
    room = max(0, most - outcome.known)
    left_out = [finding for finding, _ in fresh[room:]]
    rejected = _post(github, target, fresh[:room], me, outcome)
    outcome.overflow = sorted([*rejected, *left_out, *elsewhere], key=by_weight)
    _summarise(github, target, outcome.overflow, me, remarks)
    return outcome


def summary(findings: Sequence[Finding], target: Target, remarks: Sequence[str] = ()) -> str:
    """The comment that says what has no comment of its own, cut to what the forge takes."""
    end = marker(_SUMMARY)
    if not findings and not remarks:
        return f"jaxopt-lint: nothing is left of what was listed here.\n\n{end}"
    lines = [f"jaxopt-lint: {remark}\n" for remark in remarks]
    if findings:
        lines += [f"jaxopt-lint also found {count(len(findings), 'thing')} in this change:", ""]
    room = LONGEST - sum(len(line) + 1 for line in lines) - 100
    for i, finding in enumerate(findings):
        entry = _entry(finding, target)
        room -= len(entry) + 1
        if i == _MOST_LISTED or room < 0:
            lines.append(f"- and {len(findings) - i} more")
            break
        lines.append(entry)
    return "\n".join([*lines, "", end])


def _known(github: GitHub, target: Target, me: str) -> set[str]:
    return {
        name
        for entry in github.review_comments(target.number)
        if _ours(entry, me) and (name := marked(str(entry.get("body") or "")))
    }


def _ours(entry: dict[str, Any], me: str) -> bool:
    """Whether we wrote a comment: anybody can put our marker into theirs, to silence us."""
    user = entry.get("user")
    if not isinstance(user, dict):
        return False
    return bool(user.get("login") == me if me else user.get("type") == "Bot")


def _post(
    github: GitHub,
    target: Target,
    fresh: Sequence[tuple[Finding, Comment]],
    me: str,
    outcome: Outcome,
) -> list[Finding]:
    """Post comments in batches; the findings whose comments GitHub would not take come back."""
    rejected: list[Finding] = []
    refusals = 0
    retried = False
    pending = [list(fresh[i : i + BATCH]) for i in range(0, len(fresh), BATCH)]
    while pending:
        batch = pending.pop(0)
        if refusals >= _MOST_REJECTIONS:
            rejected += [finding for finding, _ in batch]
            continue
        text = f"jaxopt-lint found {count(len(batch), 'thing')} in the changed lines."
        try:
            github.review(target.number, target.commit, text, [c.payload() for _, c in batch])
        except Rejected:
            # One comment that GitHub cannot take spoils its batch: find it by halving. The halves
            # wait behind the others, so that what is fine gets through before we give up.
            refusals += 1
            half = len(batch) // 2
            if half:
                pending += [batch[:half], batch[half:]]
            else:
                rejected += [finding for finding, _ in batch]
        except Unknown:
            if retried:
                raise
            retried = True
            known = _known(github, target, me)
            missing = [pair for pair in batch if pair[1].fingerprint not in known]
            outcome.posted += len(batch) - len(missing)
            if missing:
                pending.insert(0, missing)
        else:
            refusals = 0
            outcome.posted += len(batch)
    return rejected


def _summarise(
    github: GitHub, target: Target, findings: Sequence[Finding], me: str, remarks: Sequence[str]
) -> None:
    """Write the summary comment, or bring the one that is there up to date."""
    body = summary(findings, target, remarks)
    for entry in github.issue_comments(target.number):
        old = str(entry.get("body") or "")
        if marked(old) == _SUMMARY and _ours(entry, me):
            if old.replace("\r\n", "\n").strip() != body.strip():
                github.edit_comment(int(entry["id"]), body)
            return
    if findings or remarks:
        github.add_comment(target.number, body)


def _entry(finding: Finding, target: Target) -> str:
    row = f"{finding.start.row}" if finding.cell is None else f"cell {finding.cell}"
    where = f"{finding.path}:{row}"
    if target.web:
        path = quote(finding.path, errors="surrogateescape")
        line = f"#L{row}" if finding.cell is None else ""
        link = f"{target.web}/blob/{target.commit}/{path}{line}"
        where = f"[{code(where)}](<{link}>)"
    else:
        where = code(where)
    return f"- {where} **{finding.code}** {prose(clipped(finding.message))}"
