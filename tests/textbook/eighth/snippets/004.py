"""Discounted returns for rollouts of 1000 steps in 64 environments."""
import jax
import jax.numpy as jnp

NUM_STEPS, NUM_ENVS = 1000, 64
GAMMA = 0.99


@jax.jit
def discounted_returns(rewards, dones):
    def backward(ret, inputs):
        reward, done = inputs
        ret = reward + GAMMA * ret * (1.0 - done)
        return ret, ret

    init = jnp.zeros((NUM_ENVS,), dtype=jnp.int32)
    _, returns = jax.lax.scan(backward, init, (rewards, dones), reverse=True)
    return returns


def normalize(returns, eps=1e-8):
    return (returns - returns.mean()) / (returns.std() + eps)


if __name__ == "__main__":
    k_reward, k_done = jax.random.split(jax.random.key(0))
    rewards = jax.random.normal(k_reward, (NUM_STEPS, NUM_ENVS))
    dones = jax.random.bernoulli(k_done, 0.01, (NUM_STEPS, NUM_ENVS)).astype(jnp.float32)
    advantages = normalize(discounted_returns(rewards, dones))
    print(advantages.shape, float(advantages.std()))
