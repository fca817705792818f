"""What methods that renew their object run through a transform, and nothing compiles."""

import jax


class Actor:
    def __init__(self, policy, start):
        self.policy = policy
        self.state = start
        self.mapped = jax.vmap(self.policy)
        self.compiled = jax.jit(jax.vmap(self.policy))

    def choose(self, seen):
        out, self.state = self.mapped(seen, self.state)  # fact: eager_methods self.policy through jax.vmap, state
        return out

    def choose_quickly(self, seen):
        out, self.state = self.compiled(seen, self.state)
        return out

    def look(self, seen):
        out, _ = self.mapped(seen, self.state)
        return out
