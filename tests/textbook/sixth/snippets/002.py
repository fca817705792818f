import equinox as eqx
import jax
import jax.numpy as jnp


class Policy(eqx.Module):
    trunk: eqx.nn.MLP
    log_std: jax.Array

    def __init__(self, obs_dim, action_dim, key):
        self.trunk = eqx.nn.MLP(
            obs_dim, action_dim, width_size=256, depth=2, activation=jnp.tanh, key=key
        )
        self.log_std = jnp.zeros(action_dim)

    def __call__(self, obs, key):
        mean = self.trunk(obs)
        return mean + jnp.exp(self.log_std) * jax.random.normal(key, mean.shape)


@jax.jit
def act(policy, observations, key):
    keys = jax.random.split(key, observations.shape[0])
    return jax.vmap(policy)(observations, keys)


if __name__ == "__main__":
    policy_key, obs_key, act_key = jax.random.split(jax.random.key(0), 3)
    policy = Policy(obs_dim=48, action_dim=12, key=policy_key)
    observations = jax.random.normal(obs_key, (2_048, 48))
    for step in range(1_000):
        actions = act(policy, observations, jax.random.fold_in(act_key, step))
    print(actions.shape)
