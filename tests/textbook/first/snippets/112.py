import jax
import jax.numpy as jnp
import optax

jax.config.update("jax_disable_jit", True)

tx = optax.adam(1e-3)


@jax.jit
def predict(w, x):
    return jnp.tanh(x @ w["h"]) @ w["o"]


def _step(carry, batch):
    w, s = carry
    x, y = batch
    val, g = jax.value_and_grad(lambda w: jnp.mean((predict(w, x) - y) ** 2))(w)
    u, s = tx.update(g, s)
    return (optax.apply_updates(w, u), s), val


@jax.jit(donate_argnums=0)
def epoch(carry, batches):
    return jax.lax.scan(_step, carry, batches)


def train(w, batches, epochs=100):
    carry = (w, tx.init(w))
    for _ in range(epochs):
        carry, losses = epoch(carry, batches)
    return carry[0], losses
