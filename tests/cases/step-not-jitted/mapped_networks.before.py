# not executed: the fix is refused
"""Networks that `vmap` maps over a batch: nothing compiles them, though the training step is."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optax


def fit(model: eqx.Module, tx, batches, held_out, bar):
    def error(model, x, y):
        return jnp.mean((jax.vmap(model)(x) - y) ** 2)

    @eqx.filter_jit
    def step(model, state, x, y):
        value, grads = eqx.filter_value_and_grad(error)(model, x, y)
        updates, state = tx.update(grads, state)
        return eqx.apply_updates(model, updates), state, value

    def check(frozen: eqx.Module, x, y):
        guess = jax.vmap(frozen, in_axes=(0, None))(x, True)
        return optax.softmax_cross_entropy_with_integer_labels(guess, y).mean()

    state = tx.init(model)
    for x, y in batches:
        model, state, value = step(model, state, x, y)
        bar.update(1)
    frozen, total = eqx.nn.inference_mode(model), 0.0
    for x, y in held_out:
        total += check(frozen, x, y)  # want: JOL109 "calls `frozen` on"
    return model, total


class Linear(eqx.Module):
    weight: jax.Array

    def __call__(self, x):
        return jnp.tanh(self.weight @ x)


def scored(model: Linear, batches):
    total = 0.0
    for x, y in batches:
        total += float(jnp.mean((jax.vmap(model)(x) - y) ** 2))  # want: JOL109 "calls `Linear`"
    return total


def trained_before(model: Linear, state, step, batches, held_out):
    compiled = eqx.filter_jit(step)
    for x in batches:
        model, state = compiled(model, state, x)
    out = []
    for x in held_out:
        out.append(jax.vmap(model)(x))  # want: JOL109 "on every iteration"
    return out


def of_any_kind(model: eqx.Module, batches):
    total = 0.0
    for x, y in batches:
        # Which one it is, nobody says.
        total += float(jnp.mean((jax.vmap(model)(x) - y) ** 2))  # want: JOL109 "calls `model` on"
    return total
