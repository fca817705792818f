"""A test compiles a step to compare it: what it holds in memory is of no matter."""

import jax
import jax.numpy as jnp
import optax
import pytest

tx = optax.adam(1e-3)


@pytest.mark.parametrize("rate", [0.1, 0.2])
def test_step(rate):
    @jax.jit
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    params = rate * jnp.ones((8, 4))
    opt_state = tx.init(params)
    for batch in jnp.ones((20, 2, 8)):
        params, opt_state = step(params, opt_state, batch)
    assert jnp.isfinite(params).all()
