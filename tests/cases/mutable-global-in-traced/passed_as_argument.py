import jax
import jax.numpy as jnp


def train(params, batches):
    rate = 0.1

    @jax.jit
    def step(params, x, rate):
        loss = jnp.mean(x)
        return params - rate * x, loss

    for x in batches:
        params, loss = step(params, x, rate)
        rate *= 0.99
        print(loss)
    return params


def nested(x):
    @jax.jit
    def run(x):
        total = 0.0
        for i in range(3):
            total = total + i * x
        return jax.lax.map(lambda v: v * total, x)

    for _ in range(3):
        x = run(x)
    return x
