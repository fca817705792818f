"""Comments that are meant to silence a rule that there is not."""

from __future__ import annotations

from jaxopt_lint.files.suppressions import CommentNode
from jaxopt_lint.rule import Rule


class UnknownSuppression(Rule[CommentNode]):
    """A comment that silences findings names no rule.

    ## Why is this bad?
    A misspelt name or code silences nothing, and nothing else says so: where the rule fires, the
    finding comes back for no visible reason, and where it does not fire yet, it will some day.
    The same holds for a verb that there is not, and for `ignore` without a rule in brackets.

    After `# noqa:` only words that begin as our codes do are looked at; other tools read that
    comment, too.

    ## Example
    ```python
    import jax


    def rows(f, xs):
        return [f(x) for x in xs]  # jaxopt-lint: ignore[python-loop-over-bach] three items
    ```

    ## When to keep it
    Where the comment is for a newer or older jaxopt-lint that knows the rule.
    """

    code = "JOL001"
    summary = "A comment is to silence a rule that there is not"
    subject = "comments"
