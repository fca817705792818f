# not executed: reported only
"""What a method makes and jits is new each time that the loop calls the method."""

import jax
import jax.numpy as jnp


class Prior:
    def __init__(self, noise):
        self.noise = noise

    def sampler(self, columns, mapped):
        def draw(key):
            return columns @ jax.random.normal(key, columns.shape[1:]) * self.noise

        if mapped:
            return jax.pmap(jax.vmap(draw))
        return jax.vmap(draw)

    def samples(self, factor, keys):
        total = jnp.zeros(len(factor))
        for i, columns in enumerate(jnp.split(factor, 20, axis=1)):
            sample = self.sampler(columns, mapped=True)
            total += sample(keys[i])  # want: JOL117 (warning) "`pmap` of `draw` compiles again on ev"
            print(float(total.max()))
        return total

    def traced(self, factor, keys):
        total = jnp.zeros(len(factor))
        for i, columns in enumerate(jnp.split(factor, 20, axis=1)):
            sample = self.sampler(columns, mapped=False)
            total += sample(keys[i]).sum(0)
        return total

    def chosen(self, kernels, keys):
        out = []
        for kernel in kernels:
            score = made(kernel)
            out.append(float(score(keys)))  # want: JOL117 (info) "`jit` of `score` compiles"
        return out


def made(kernel):
    @jax.jit
    def score(keys):
        return kernel(keys).sum()

    return score


def once(prior, factor, keys):
    sample = prior.sampler(factor, mapped=True)
    return [float(sample(key).sum()) for key in keys]
