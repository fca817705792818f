"""Data-parallel autoencoder with gradient accumulation over micro-batches (pmap)."""
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.flatten_util import ravel_pytree

N_DEV = 8
MICRO = 8
PER_MICRO = 4
DIMS = (192, 384, 32, 384, 192)


def init(key):
    out = []
    for k, i, o in zip(jax.random.split(key, 4), DIMS[:-1], DIMS[1:]):
        out.append((jax.random.normal(k, (i, o)) * jnp.sqrt(2.0 / i), jnp.zeros(o)))
    return out


flat0, unravel = ravel_pytree(init(jax.random.key(0)))


def reconstruct(params, x):
    for i, (w, b) in enumerate(params):
        x = x @ w + b
        if i < len(params) - 1:
            x = jax.nn.relu(x)
    return x


def loss_fn(params, x):
    return jnp.mean((reconstruct(params, x) - x) ** 2)


@partial(jax.pmap, axis_name="dev", donate_argnums=(0, 1))
def train_step(flat, mom, micro):
    """micro: (MICRO, PER_MICRO, D) on every device; parameters as one flat vector."""

    def accumulate(carry, x):
        total, g_sum = carry
        value, g = jax.value_and_grad(lambda f: loss_fn(unravel(f), x))(flat)
        g = lax.pmean(g, "dev")
        return (total + value, g_sum + g), None

    (total, grad), _ = lax.scan(accumulate, (jnp.zeros(()), jnp.zeros_like(flat)), micro)
    grad = grad / MICRO
    mom = 0.9 * mom + grad
    return flat - 0.02 * mom, mom, total / MICRO


def dataset(n, seed=0):
    rng = np.random.default_rng(seed)
    z = rng.standard_normal((n, 16)).astype(np.float32)
    a = rng.standard_normal((16, DIMS[0])).astype(np.float32) / 4
    return np.tanh(z @ a) + 0.05 * rng.standard_normal((n, DIMS[0]), dtype=np.float32)


def main():
    assert jax.local_device_count() == N_DEV
    flat = jnp.broadcast_to(flat0, (N_DEV, flat0.size))
    mom = jnp.zeros_like(flat)
    data = dataset(8192)
    rng = np.random.default_rng(1)
    for step in range(10):
        idx = rng.integers(0, len(data), (N_DEV, MICRO, PER_MICRO))
        flat, mom, loss = train_step(flat, mom, data[idx])
        if step % 5 == 4:
            print(f"step {step:3d} reconstruction error {np.asarray(loss).mean():.5f}")


if __name__ == "__main__":
    main()
