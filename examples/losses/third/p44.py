# Wasserstein critic with bounded neurons (toy 2-D densities embedded in 256 dims).
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp

WIDTH = 1536
BOUND = 0.6
IN = 256


def init(key):
    sizes = [IN, WIDTH, WIDTH, WIDTH, 1]
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.uniform(k, (i, o), minval=-0.03, maxval=0.03), "b": jnp.zeros(o)}
        for k, i, o in zip(keys, sizes[:-1], sizes[1:])
    ]


def critic(params, x):
    for layer in params[:-1]:
        x = jax.nn.leaky_relu(x @ layer["w"] + layer["b"], 0.2)
    last = params[-1]
    return (x @ last["w"] + last["b"])[:, 0]


def gap(params, real, fake):
    return critic(params, real).mean() - critic(params, fake).mean()


@partial(jax.jit, donate_argnums=1)
def ascend(params, ms, real, fake, lr):
    value, g = jax.value_and_grad(gap)(params, real, fake)
    ms = jax.tree.map(lambda m, d: 0.9 * m + 0.1 * d * d, ms, g)
    params = jax.tree.map(lambda p, d, m: p + lr * d / (jnp.sqrt(m) + 1e-8), params, g, ms)
    return params, ms, value


def bound_columns(w):
    """Scale down the columns (incoming weights of a neuron) longer than BOUND."""
    w = np.asarray(w)
    if w.ndim == 1:
        return w
    norm = np.sqrt((w * w).sum(0, keepdims=True))
    return w * np.minimum(1.0, BOUND / np.maximum(norm, 1e-12))


def project(params):
    return jax.tree.map(bound_columns, params)


class Samples:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.mix = self.rng.standard_normal((2, IN)).astype(np.float32)

    def ring(self, n):
        t = self.rng.uniform(0, 2 * np.pi, n)
        pts = np.stack([np.cos(t), np.sin(t)], 1).astype(np.float32)
        return pts @ self.mix

    def blob(self, n):
        return (0.7 * self.rng.standard_normal((n, 2), dtype=np.float32)) @ self.mix


def main():
    params = init(jax.random.key(0))
    ms = jax.tree.map(jnp.zeros_like, params)
    data = Samples(1)
    curve = []
    for it in range(150):
        params, ms, value = ascend(params, ms, data.ring(8), data.blob(8), 5e-5)
        params = project(params)
        curve.append(value)
    curve = np.array(jax.device_get(curve))
    print("critic gap start", curve[:10].mean().round(5), "end", curve[-10:].mean().round(5))


if __name__ == "__main__":
    main()
