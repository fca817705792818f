# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import optax


def value(params, state):
    return jnp.tanh(state) @ params


def loss(params, state, reward, after):
    target = reward + 0.9 * value(params, after)  # want: JOL510 (warning) "flow through both"
    return jnp.mean((target - value(params, state)) ** 2)


def q_loss(params, batch):
    state, action, reward, after, discount = batch
    best = jnp.max(value(params, after), axis=-1)
    target = reward + discount * best  # want: JOL510 "`value"
    chosen = jnp.take_along_axis(value(params, state), action[:, None], axis=-1)[:, 0]
    return optax.huber_loss(chosen, target).mean()


gradient = jax.jit(jax.grad(loss))
q_gradient = jax.jit(jax.value_and_grad(q_loss))
