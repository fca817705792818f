"""The words that steer reports: what is decided by what the user's things are called.

A name is no fact. Where the facts run out and a name decides, the word stands here and nowhere
else, with what it is taken to mean; `docs/words.md` is made from this file. `words.MEASURES.says(
name)` asks. Names of libraries, keywords of their functions and the syntax of Python are facts,
and stand where they are used.

What is looked at comes in small letters wherever the pattern has only such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Effect = Literal["silences", "fires", "refuses a fix", "lowers"]


@dataclass(frozen=True)
class Role:
    """What something is taken for, going by a name, a comment or a text.

    Attributes:
        name: as in docs/words.md.
        pattern: a regular expression for the name, or for a part of it.
        means: what is assumed where it fits, in a sentence.
        effect: what the assumption does to a report, where it does more than one thing the
            strongest: it keeps a finding out, is a ground for one, keeps a fix from being
            offered, or lowers the confidence.
        whole: whether the pattern has to fit the whole name.
    """

    name: str
    pattern: str
    means: str
    effect: Effect
    whole: bool = False

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The pattern for what takes one: `mentions` of a whole file, a substitution."""
        return re.compile(self.pattern)

    def says(self, text: str) -> bool:
        """Whether a name or a text has the word.

        >>> EXAMPLE.says("dummy_input"), EXAMPLE.says("dummies"), SETS_UP.says("makes")
        (True, False, False)
        """
        found = self.regex.fullmatch(text) if self.whole else self.regex.search(text)
        return found is not None


# -- how often code runs ------------------------------------------------------------------

SETS_UP = Role(
    "sets-up",
    r"_*(main|run|init|initiali[sz]e|set_?up|configure|parse|load|read|build|create|make)(_.*)?",
    "A function with this name stores globals at the start, before anything is traced.",
    "silences",
    whole=True,
)

# -- loops that are meant -----------------------------------------------------------------

ON_PURPOSE = Role(
    "on-purpose",
    r"(^|_)(naive|ref|reference|slow|loop|loops|unroll|unrolled|python"
    r"|tests?(?!_(step|epoch|batch|loss))|bench|benchmark|expected|oracle|static_unroll)(_|$)"
    r"|(^|[a-z])(Naive|Reference|Test|Unrolled)",
    "A function or class with this in its name is a test, a reference or the slow way on purpose.",
    "lowers",
)
FASTER_SIBLING = Role(
    "faster-sibling",
    r"_vmap|_scan|_vectorized",
    "A name of the module that is the function's with this after it is a faster version of it.",
    "lowers",
    whole=True,
)
STAGING_SWITCH = Role(
    "staging-switch",
    r"scan|unroll|vmap|vectori[sz]e|use_loop|python_loop|fori",
    "A test with this in it chooses between a loop and a faster version of it.",
    "lowers",
)
REASON_FOR_LOOP = Role(
    "reason-for-loop",
    r"faster|unroll|oom|out of memory|cannot use|can't use|can not use|not scan|no scan|won't jit",
    "A comment with this, up to five lines above a loop or on its line, gives a reason for it.",
    "lowers",
)

# -- what loops hold ----------------------------------------------------------------------

SMALL_COUNT = Role(
    "small-count",
    r"ndim|ndims|rank|lmax|n_devices",
    "A variable with this name is a small number, of dimensions or devices.",
    "lowers",
    whole=True,
)

# -- steps, and what they wait for --------------------------------------------------------

STEP_NAME = Role(
    "step-name",
    r"(\w+_)?(train_step|update_step|training_step|sgd_step|update_fn)(_fn|_jit)?",
    "A function of elsewhere with this name is a compiled training step.",
    "fires",
    whole=True,
)
NO_STEP = Role(
    "no-step",
    r"env|epoch",
    "A call with this in the name of what it calls runs a simulator or a whole epoch.",
    "silences",
)
OCCASION = Role(
    "occasion",
    r"(^|_)(its_?time|should|interval|every|last|first|final|done|log_?(now|step)|is_log\w*|eval\w*"
    r"|checkpoint\w*|save\w*|profil\w*|due|stop\w*)(_|$)",
    "A test of something named so lets code run on some turns only.",
    "silences",
)
TURN_COUNTER = Role(
    "turn-counter",
    r"\b(\w*step\w*|\w*epoch\w*|(\w*_)?iter\w*|i|t|it|idx|n|count\w*|time\w*|now)\b",
    "A comparison of something named so lets code run on some turns only.",
    "silences",
)
MEASURES = Role(
    "measures",
    r"(^|_)(bench\w*|time|timing|timed|measure\w*|profil\w*)(_|$)",
    "A function with this in its name measures time, and waits on purpose.",
    "silences",
)
TELLING_METHOD = Role(
    "telling-method",
    r"info|warning|debug|log|block_until_ready|set_postfix",
    "A method with this name, of an object that is not known, leaves its arguments as they are.",
    "fires",
    whole=True,
)
PER_TURN_METHOD = Role(
    "per-turn-method",
    r"item|append|info|log|write|set_postfix|set_description",
    "A method with this name, of an object that is not known, shows that a loop runs on the host.",
    "fires",
    whole=True,
)
PADS = Role(
    "pads",
    r"pad",
    "A function with this in its name pads a batch to a full one.",
    "silences",
)

# -- memory -------------------------------------------------------------------------------

NOT_A_STEP = Role(
    "not-a-step",
    r"(^|_)(eval\w*|pred\w*|valid\w*|test\w*|infer\w*|init\w*|loss\w*|sampl\w*|reset|reinforce"
    r"|bench\w*|env|simulat\w*|rollout)(_|$)",
    "A function with this in its name renews no state, as a loss or a test.",
    "silences",
)
MINOR = Role(
    "minor",
    r"(.*_)?(p?rngs?|prng_?keys?|keys?|seed|steps?|i|j|t|it|idx|index|iteration|iter|counter?|epoch"
    r"|batch(es)?|inputs?|data|x|y|xs|ys|images?|labels?|tokens?|targets?|loss(es)?|metrics?|lr"
    r"|obs|observations?|actions?|rewards?|transitions?|samples?|learning_rate)\d*",
    "A value with this name is too small for its memory to matter, or comes anew each step.",
    "silences",
    whole=True,
)
OPTIMIZER_UPDATE = Role(
    "optimizer-update",
    r"_?(opt|optimizer|optim|opt_state)_(update|apply)(_fn|_fun)?",
    "A function with this name is an optimizer's update: its third argument comes out renewed.",
    "fires",
    whole=True,
)
RENEWED_NAME = Role(
    "renewed-name",
    r"^(new|updated?|next)_|_(new|updated|next)$",
    "A name with this holds the new version of what is called so without it.",
    "fires",
)
UPDATE_ELSEWHERE = Role(
    "update-elsewhere",
    r"^update(_\w+)?$|_update$",
    "A function of another module with this name trains what it is given.",
    "fires",
)
TRAINED = Role(
    "trained",
    r"(^|_)(actor|critic|params|[qv]f\d?|policy|value|model|net|network|agent|generator"
    r"|discriminator|train_state)(_|\d|$)",
    "A parameter with this in its name holds what is trained.",
    "fires",
)
STATE_NAME = Role(
    "state-name",
    r"(^|_)(params?|parameters|weights|variables|state)(_|\d|$)",
    "A variable with this in its name may share buffers with what is made of it.",
    "silences",
)
GETTER = Role(
    "getter",
    r"^(get_|save)",
    "A method whose name begins so is called by others, who keep parts of what it returns.",
    "silences",
)
OPTIMIZER_STATE = Role(
    "optimizer-state",
    r"(\w+_)?opt(im|imi[sz]er)?_?states?|(\w+_)?opt_st",
    "A parameter with any other name is not taken for the state of an optimizer.",
    "refuses a fix",
    whole=True,
)

# -- what traced code reads and leaves behind ---------------------------------------------

TRACE_COUNTER = Role(
    "trace-counter",
    r"(?i)trac|compil|jit|call",
    "What is stored under such a name tells that code was traced or called, on purpose.",
    "lowers",
)
DEBUGGING = Role(
    "debugging",
    r"debug|print|log|verbose|warn|report|callback|trace|check",
    "A function with this in its name is there to print.",
    "silences",
)

# -- keys ---------------------------------------------------------------------------------

EXAMPLE = Role(
    "example",
    r"(^|_)(dummy|fake|example|placeholder|mock)(_|$)",
    "A variable with this in its name is an example, whose values do not matter.",
    "lowers",
)

# -- compilation ------------------------------------------------------------------------

NOT_COMPILED = Role(
    "not-compiled",
    r"disable_jit",
    "A file with this anywhere in its text wants no compilation at all.",
    "silences",
)
