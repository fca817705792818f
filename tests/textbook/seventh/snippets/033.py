import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class TrainState:
    params: dict
    momentum: dict
    step: jax.Array


def loss_fn(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


@jax.jit
def update(state, x, y):
    grads = jax.grad(loss_fn)(state.params, x, y)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, state.momentum, grads)
    params = jax.tree.map(lambda p, m: p - 1e-3 * m, state.params, momentum)
    return TrainState(params, momentum, state.step + 1)


kx, ky = jax.random.split(jax.random.key(0))
params = {"w": jnp.zeros((90, 1)), "b": jnp.zeros(1)}
state = TrainState(params, jax.tree.map(jnp.zeros_like, params), jnp.array(0))
x, y = jax.random.normal(kx, (4_096, 90)), jax.random.normal(ky, (4_096, 1))
for _ in range(1_000):
    state = update(state, x, y)
print(state.step)
