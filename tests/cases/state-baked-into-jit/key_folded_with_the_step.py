from functools import partial

import jax


class Policy:
    def __init__(self, seed):
        self.key = jax.random.key(seed)

    def renew(self):
        used, self.key = jax.random.split(self.key)
        return used

    @partial(jax.jit, static_argnums=0)
    def act(self, logits, step):
        return jax.random.categorical(jax.random.fold_in(self.key, step), logits)


policy = Policy(0)
policy.act(jax.numpy.zeros(3), 0)
policy.renew()
policy.act(jax.numpy.zeros(3), 1)
