"""Neural differential equation fitted to a family of damped spirals."""

import jax
import jax.numpy as jnp
import optax

DT = 0.1
N_STEPS = 60
HIDDEN = 24
CURVES = 32
ITERATIONS = 120


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (2, HIDDEN)),
        "b1": jnp.zeros(HIDDEN),
        "w2": 0.1 * jax.random.normal(k2, (HIDDEN, 2)),
    }


def field(params, state):
    return jnp.tanh(state @ params["w1"] + params["b1"]) @ params["w2"]


def midpoint(params, state):
    half = state + 0.5 * DT * field(params, state)
    return state + DT * field(params, half)


def solve(params, start):
    states = []
    state = start
    for _ in range(N_STEPS):
        state = midpoint(params, state)
        states.append(state)
    return jnp.stack(states)


def spirals(start):
    t = DT * jnp.arange(1, N_STEPS + 1)[:, None]
    decay = jnp.exp(-0.15 * t)
    c, s = jnp.cos(1.4 * t), jnp.sin(1.4 * t)
    x, y = start[:, 0], start[:, 1]
    return jnp.stack([decay * (c * x - s * y), decay * (s * x + c * y)], axis=-1)


def loss(params, start, target):
    return jnp.mean((solve(params, start) - target) ** 2)


tx = optax.adam(0.01)


@jax.jit
def fit(params, start, target):
    def body(carry, _):
        params, opt_state = carry
        value, grads = jax.value_and_grad(loss)(params, start, target)
        updates, opt_state = tx.update(grads, opt_state)
        return (optax.apply_updates(params, updates), opt_state), value

    (params, _), values = jax.lax.scan(body, (params, tx.init(params)), None, length=ITERATIONS)
    return params, values


def main():
    k_init, k_start = jax.random.split(jax.random.PRNGKey(0))
    start = jax.random.uniform(k_start, (CURVES, 2), minval=-1.0, maxval=1.0)
    _, values = fit(init(k_init), start, spirals(start))
    values = jax.device_get(values)
    print("loss %.5f -> %.6f" % (values[0], values[-1]))


if __name__ == "__main__":
    main()
