"""What a loop carries from the device to its next call through the host, read from the source."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from jaxopt_lint.observe.child.events import Place
from jaxopt_lint.observe.losses.carried import carried_on
from jaxopt_lint.observe.losses.stream import Stream
from jaxopt_lint.observe.reading import Process


def carried(text: str) -> bool:
    """Whether `# call` gets what is made of `# fetch`; both on lines of one function."""
    source = "import numpy as np\n\n\ndef main():\n" + indent(dedent(text), "    ")
    lines = source.splitlines()

    def of(mark: str) -> tuple[Place, ...]:
        (found,) = [i for i, line in enumerate(lines, 1) if mark in line.partition("#")[2]]
        return (Place("train.py", found, "main"),)

    stream = Stream(Process(0, 1, 0, [], 0.0, ""), [], {"train.py": source}.get)
    return carried_on(stream, of("fetch"), of("call"))


@pytest.mark.parametrize(
    "loop",
    [
        """
            for t in range(9):
                action = np.asarray(act(params, obs))  # fetch, call
                obs, reward = envs.step(action)
        """,
        """
            while not done:
                logits = act(self.params, obs)  # call
                choice = logits.item()  # fetch
                world.apply(choice)
                obs = world.look()
        """,
        """
            for t in range(9):
                out = solve(x, rate)  # call
                error = float(out)  # fetch
                self.rate = self.rate * error
                rate = self.rate
        """,
    ],
)
def test_what_the_host_computes_is_carried(loop: str) -> None:
    assert carried(loop)


@pytest.mark.parametrize(
    "loop",
    [
        """
            for batch in batches:
                state, loss = step(state, batch)  # call
                losses.append(float(loss))  # fetch
        """,
        """
            for batch in batches:
                state, loss = step(state, np.array(batch))  # call
                if np.isnan(loss):  # fetch
                    raise ValueError
        """,
        """
            for batch in batches:
                hits = count(params, batch)  # call
                total += int(hits)  # fetch
                print(np.mean(total))
        """,
        """
            for t in range(9):
                x = np.asarray(step(x))  # fetch, call
        """,
        """
            for t in range(9):
                x = step(x)  # call
            y = x.item()  # fetch
        """,
    ],
)
def test_what_is_only_looked_at_is_not(loop: str) -> None:
    assert not carried(loop)
