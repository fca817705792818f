import jax
import jax.numpy as jnp


def noisy_rollout(w, x, key, steps):
    for t in range(steps):
        k = key + t
        x = jnp.tanh(w @ x) + 0.01 * jax.random.normal(k, x.shape)
    return x


if __name__ == "__main__":
    print(noisy_rollout(jnp.eye(4), jnp.ones(4), jax.random.key(1), 5))
