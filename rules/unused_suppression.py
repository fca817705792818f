"""Comments that silence nothing."""

from __future__ import annotations

from jaxopt_lint.files.suppressions import CommentNode
from jaxopt_lint.rule import Rule, Severity


class UnusedSuppression(Rule[CommentNode]):
    """A comment silences a rule that finds nothing there.

    ## Why is this bad?
    The code has changed since the comment was written, and the comment still says that there is a
    problem which somebody accepted. Should the problem come back for another reason, it would
    pass unseen.

    A comment is only called idle if every rule that it names has run on the file: what is not
    selected, or in preview, may be what it is there for. The run has to see the whole project,
    too, since other files can be the reason for a finding: when files are named one by one, as a
    pre-commit hook does, only those are judged that no other file of the project has to do with.
    Bare `# noqa` and codes of other tools are left alone, and so are files that do not lead to
    JAX.

    ## Example
    ```python
    import jax


    def rows(f, xs):
        return jax.vmap(f)(xs)  # jaxopt-lint: ignore[python-loop-over-batch] three items
    ```
    becomes
    ```python
    import jax


    def rows(f, xs):
        return jax.vmap(f)(xs)
    ```

    ## Fix safety
    Only the comment changes: the idle names go, and with the last one the reason. Other words in
    the comment stay. A `disable` is left to you, since the `enable` that ends it goes with it.

    ## When to keep it
    Where the finding comes and goes with the version of jaxopt-lint or of JAX.
    """

    code = "JOL002"
    summary = "A comment silences a finding that is not there"
    severity = Severity.INFO
    fix = "no-suppression"
    subject = "comments"
