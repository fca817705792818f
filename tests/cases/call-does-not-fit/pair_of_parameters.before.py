# not executed: the originals raise
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax

slow = optax.lookahead(optax.adam(1e-3), sync_period=6, slow_step_size=0.5)


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


def of_arrays(x):
    weights = {"w": jnp.zeros((3, 2)), "b": jnp.zeros(2)}
    state = slow.init(weights)  # want: JOL855 "`weights` is one set of them"
    for row in x:
        weights, state = step(weights, state, row)
    return weights


def of_a_module(x):
    net = Net()
    state = slow.init(net.init(jax.random.key(0), x)["params"])  # want: JOL855 "fast and slow"
    return state


@jax.jit
def step(weights, state, row):
    slope = jax.grad(lambda w: jnp.sum((row @ w["w"] + w["b"]) ** 2))(weights)
    updates, state = slow.update(slope, state, weights)
    return optax.apply_updates(weights, updates), state
