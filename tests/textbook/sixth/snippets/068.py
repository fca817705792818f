import jax
import jax.numpy as jnp
import optax

OBS_DIM, HIDDEN, DISCOUNT = 24, 256, 0.99


def value_fn(params, obs):
    h = jnp.tanh(obs @ params["w1"] + params["b1"])
    return (h @ params["w2"] + params["b2"])[..., 0]


def td_loss(params, obs, rewards, next_obs, dones):
    values = value_fn(params, obs)
    targets = rewards + DISCOUNT * (1.0 - dones) * value_fn(params, next_obs)
    return 0.5 * jnp.mean((targets - values) ** 2)


optimizer = optax.adam(3e-4)


@jax.jit
def td_update(params, opt_state, transitions):
    loss, grads = jax.value_and_grad(td_loss)(params, *transitions)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def init_params(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (OBS_DIM, HIDDEN)) / jnp.sqrt(OBS_DIM),
        "b1": jnp.zeros(HIDDEN),
        "w2": jax.random.normal(k2, (HIDDEN, 1)) / jnp.sqrt(HIDDEN),
        "b2": jnp.zeros(1),
    }
