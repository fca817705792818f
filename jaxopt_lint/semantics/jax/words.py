"""The words that lower a confidence: what things are called, and what may follow from it.

A name is no fact: whatever things are called, the same findings are reported, at the same places
and severities. Where the facts run out and a name, or a comment, speaks against a finding, the
finding says so as its assumption, and is of medium confidence. Such words stand here and nowhere
else, with what they are taken to mean; `docs/words.md` is made from this file.
`words.EXAMPLE.says(name)` asks. Names of libraries, keywords of their functions and the syntax of
Python are facts, and stand where they are used.

What is looked at comes in small letters wherever the pattern has only such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Role:
    """What something is taken for, going by a name, a comment or a text.

    Attributes:
        name: as in docs/words.md.
        pattern: a regular expression for the name, or for a part of it.
        means: what may be so where it fits, in a sentence.
        whole: whether the pattern has to fit the whole name.
    """

    name: str
    pattern: str
    means: str
    whole: bool = False

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def says(self, text: str) -> bool:
        """Whether a name or a text has the word.

        >>> EXAMPLE.says("dummy_input"), EXAMPLE.says("dummies"), SMALL_COUNT.says("my_rank")
        (True, False, False)
        """
        found = self._regex.fullmatch(text) if self.whole else self._regex.search(text)
        return found is not None


(
    ON_PURPOSE,
    FASTER_SIBLING,
    STAGING_SWITCH,
    REASON_FOR_LOOP,
    SMALL_COUNT,
    TRACE_COUNTER,
    DEBUGGING,
    EXAMPLE,
) = (
    # -- loops that are meant -----------------------------------------------------------------
    Role(
        "on-purpose",
        r"(^|_)(naive|ref|reference|slow|loop|loops|unroll|unrolled|python"
        r"|tests?(?!_(step|epoch|batch|loss))|bench|benchmark|expected|oracle|static_unroll)(_|$)"
        r"|(^|[a-z])(Naive|Reference|Test|Unrolled)",
        "A function or class with this in its name is a test, a reference or the slow way "
        "on purpose.",
    ),
    Role(
        "faster-sibling",
        r"_vmap|_scan|_vectorized",
        "A name of the module that is the function's with this after it is a faster version of it.",
        whole=True,
    ),
    Role(
        "staging-switch",
        r"scan|unroll|vmap|vectori[sz]e|use_loop|python_loop|fori",
        "A test with this in it chooses between a loop and a faster version of it.",
    ),
    Role(
        "reason-for-loop",
        r"faster|unroll|oom|out of memory|cannot use|can't use|can not use|not scan|no scan"
        r"|won't jit",
        "A comment with this, up to five lines above a loop or on its line, gives a reason for it.",
    ),
    # -- what loops hold ----------------------------------------------------------------------
    Role(
        "small-count",
        r"ndim|ndims|rank|lmax|n_devices",
        "A variable with this name is a small number, of dimensions or devices.",
        whole=True,
    ),
    # -- what traced code reads and leaves behind ---------------------------------------------
    Role(
        "trace-counter",
        r"(?i)trac|compil|jit|call",
        "What is stored under such a name tells that code was traced or called, on purpose.",
    ),
    Role(
        "debugging",
        r"debug|print|log|verbose|warn|report|callback|trace|check",
        "A function with this in its name is there to print.",
    ),
    # -- keys ---------------------------------------------------------------------------------
    Role(
        "example",
        r"(^|_)(dummy|fake|example|placeholder|mock)(_|$)",
        "A variable with this in its name is an example, whose values do not matter.",
    ),
)
