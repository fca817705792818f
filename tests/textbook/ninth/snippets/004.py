import jax
import jax.numpy as jnp
import numpy as np

OBS_DIM, ACTION_DIM = 376, 17
NUM_ENVS = 128
NOISE_SCALE = 0.2


@jax.jit
def policy(weights, observations):
    hidden = jnp.tanh(observations @ weights["in"])
    mean_action = jnp.tanh(hidden @ weights["out"])
    noise = np.random.normal(scale=NOISE_SCALE, size=mean_action.shape)
    return jnp.clip(mean_action + noise, -1.0, 1.0)


in_key, out_key, obs_key = jax.random.split(jax.random.key(0), 3)
weights = {
    "in": jax.random.normal(in_key, (OBS_DIM, 256)) * OBS_DIM**-0.5,
    "out": jax.random.normal(out_key, (256, ACTION_DIM)) * 256**-0.5,
}

obs = jax.random.normal(obs_key, (NUM_ENVS, OBS_DIM))
action_sum = jnp.zeros((NUM_ENVS, ACTION_DIM))
for step in range(1_000):
    actions = policy(weights, obs)
    action_sum = action_sum + actions
print("mean action", action_sum.mean() / 1_000)
