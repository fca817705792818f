# not executed: there is no fix
"""What is called is a function, of which no argument can be made; a model is one."""

import equinox as eqx
import jax
import jax.numpy as jnp


def wrapping(side):
    def displacement(a, b):
        return jnp.mod(a - b, side)

    def move(x, dx):
        return jnp.mod(x + dx, side)

    return displacement, move


def squeezed(x, side, turns):
    _, move = wrapping(side)

    @jax.jit
    def step(x):
        y = move(x, 0.1)  # want: JOL111 (info) "reads `move`"
        return y - side / 2  # want: JOL111 (warning) "reads `side`"

    for _ in range(turns):
        x = step(x)
        side = side * 0.99
        _, move = wrapping(side)
    return x


def swapped(x):
    act = jax.nn.relu
    layer = jax.jit(lambda x: act(x) + 1)  # want: JOL111 (info) "reads `act`"
    first = layer(x)
    act = jnp.tanh
    return first, layer(x)


def trained(model, batches):
    @jax.jit
    def predict(x):
        return model(x)  # want: JOL111 (warning) "reads `model`"

    out = []
    for x, grads in batches:
        out.append(predict(x))
        model = eqx.apply_updates(model, grads)
    return out
