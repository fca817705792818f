import jax
import jax.numpy as jnp

OBS_DIM, HIDDEN = 64, 256
GAMMA = 0.99
LEARNING_RATE = 1e-3


def value_fn(params, obs):
    hidden = jax.nn.relu(obs @ params["w1"] + params["b1"])
    return hidden @ params["w2"] + params["b2"]


def td_loss(params, obs, reward, next_obs):
    """Semi-gradient TD(0): the prediction moves towards the bootstrapped target."""
    target = reward + GAMMA * value_fn(params, next_obs)
    return 0.5 * jnp.mean((target - value_fn(params, obs)) ** 2)


@jax.jit
def train_step(params, obs, reward, next_obs):
    loss, grads = jax.value_and_grad(td_loss)(params, obs, reward, next_obs)
    params = jax.tree.map(lambda p, g: p - LEARNING_RATE * g, params, grads)
    return params, loss


k1, k2, key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(k1, (OBS_DIM, HIDDEN)) * OBS_DIM**-0.5,
    "b1": jnp.zeros(HIDDEN),
    "w2": jax.random.normal(k2, (HIDDEN,)) * HIDDEN**-0.5,
    "b2": jnp.zeros(()),
}
for step in range(500):
    obs_key, reward_key, next_key = jax.random.split(jax.random.fold_in(key, step), 3)
    obs = jax.random.normal(obs_key, (256, OBS_DIM))
    next_obs = obs + 0.1 * jax.random.normal(next_key, obs.shape)
    params, loss = train_step(params, obs, jax.random.normal(reward_key, (256,)), next_obs)
