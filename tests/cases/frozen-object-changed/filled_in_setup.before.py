# not executed: there is no fix
"""Containers that a module holds before they are complete."""

import flax.linen as nn


class Mixture(nn.Module):
    parts: int
    size: int

    def setup(self):
        self.means = []
        self.heads = {}
        for number in range(self.parts):
            mean = self.param(f"mean_{number}", nn.initializers.zeros, (self.size,))
            self.means.append(mean)  # want: JOL827 "a tuple of the list .* `append` raises AttributeError"
        self.heads["policy"] = nn.Dense(self.size)  # want: JOL827 "FrozenDict"

    def __call__(self, x):
        return self.heads["policy"](x) + sum(self.means)
