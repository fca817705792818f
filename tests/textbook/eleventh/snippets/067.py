import equinox as eqx
import jax
import jax.numpy as jnp


class Model(eqx.Module):
    linear: eqx.nn.Linear
    norm: eqx.nn.BatchNorm

    def __init__(self, key):
        self.linear = eqx.nn.Linear(3, 8, key=key)
        self.norm = eqx.nn.BatchNorm(8, axis_name="batch", mode="batch")

    def __call__(self, x, state):
        x, state = self.norm(self.linear(x), state)
        return jnp.sum(jax.nn.relu(x)), state


model, state = eqx.nn.make_with_state(Model)(jax.random.key(0))


@eqx.filter_jit
def compute(model, state, xs):
    ys, state = jax.vmap(model, in_axes=(0, None), out_axes=(0, None))(xs, state)
    return ys, state


xs = jax.random.normal(jax.random.key(1), (16, 3))
ys, state = compute(model, state, xs)
print(ys.shape)
