import jax
import jax.numpy as jnp


def rollout(layers, x):
    def block(h, layer):
        return jnp.tanh(h @ layer["w1"]) @ layer["w2"], None

    return jax.lax.scan(block, x, layers)[0]


def train(params, batches):
    def step(p, batch):
        grads = jax.grad(lambda q: jnp.sum((batch @ q @ q) ** 2))(p)
        return p - 0.1 * grads, None

    return jax.lax.scan(step, params, batches)[0]


sample = jax.jit(rollout)
