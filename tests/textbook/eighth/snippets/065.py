"""Batched inference with an Equinox MLP policy."""
import equinox as eqx
import jax
import jax.numpy as jnp

OBS, ACTIONS, ENVS, STEPS = 48, 12, 1024, 500


@jax.jit
def act(policy, obs, key):
    mean = jax.vmap(policy)(obs)
    return mean + 0.1 * jax.random.normal(key, mean.shape)


@jax.jit
def env_step(obs, action):
    drive = jnp.pad(action, ((0, 0), (0, OBS - ACTIONS)))
    return 0.95 * obs + 0.05 * drive


def rollout(policy, key):
    reset_key, noise_key = jax.random.split(key)
    obs = jax.random.normal(reset_key, (ENVS, OBS))
    for step in range(STEPS):
        action = act(policy, obs, jax.random.fold_in(noise_key, step))
        obs = env_step(obs, action)
    return obs


if __name__ == "__main__":
    policy_key, run_key = jax.random.split(jax.random.key(0))
    policy = eqx.nn.MLP(OBS, ACTIONS, width_size=256, depth=2, key=policy_key)
    print("final observation norm", float(jnp.linalg.norm(rollout(policy, run_key))))
