import jax
import jax.numpy as jnp


@jax.jit
def discounted_returns(rewards, dones, gamma=0.99):
    def body(ret, step):
        reward, done = step
        ret = reward + gamma * ret * (1.0 - done)
        return ret, ret

    _, returns = jax.lax.scan(body, jnp.array(0), (rewards, dones), reverse=True)
    return returns


if __name__ == "__main__":
    r = jnp.ones(128)
    d = jnp.zeros(128).at[63].set(1.0)
    print(discounted_returns(r, d))
