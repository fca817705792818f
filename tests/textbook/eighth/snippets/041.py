"""Semi-gradient TD(0) for a value network on 64-d observations."""
import jax
import jax.numpy as jnp

OBS, HIDDEN, BATCH, GAMMA = 64, 256, 512, 0.99


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (OBS, HIDDEN)) / OBS**0.5,
        "b1": jnp.zeros((HIDDEN,)),
        "w2": jax.random.normal(k2, (HIDDEN,)) / HIDDEN**0.5,
    }


def value(params, obs):
    return jnp.tanh(obs @ params["w1"] + params["b1"]) @ params["w2"]


def td_loss(params, obs, reward, next_obs):
    target = reward + GAMMA * value(params, next_obs)
    return jnp.mean((value(params, obs) - target) ** 2)


@jax.jit
def td_update(params, obs, reward, next_obs):
    grads = jax.grad(td_loss)(params, obs, reward, next_obs)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads)


if __name__ == "__main__":
    key = jax.random.key(0)
    params = init(key)
    for step in range(5_000):
        k_obs, k_next = jax.random.split(jax.random.fold_in(key, step))
        obs = jax.random.normal(k_obs, (BATCH, OBS))
        next_obs = 0.9 * obs + 0.1 * jax.random.normal(k_next, (BATCH, OBS))
        params = td_update(params, obs, obs[:, 0], next_obs)
    print("mean value", float(value(params, obs).mean()))
