import jax
import jax.numpy as jnp
from jax.experimental import optimizers

opt_init, opt_update, get_params = optimizers.adam(step_size=1e-3)


def loss(params, x, y):
    w, b = params
    return jnp.mean((x @ w + b - y) ** 2)


def update(i, opt_state, x, y):
    g = jax.grad(loss)(get_params(opt_state), x, y)
    return opt_update(i, g, opt_state)


update = jax.jit(update, donate_argnums=1)


def fit(x, y, steps=1000):
    opt_state = opt_init((jnp.zeros((x.shape[1], 1)), jnp.zeros(1)))
    for i in range(steps):
        opt_state = update(i, opt_state, x, y)
    return get_params(opt_state)
