import jax
import jax.numpy as jnp


@jax.jit
def resample_mean(key, data):
    idx = jax.random.randint(key, (data.shape[0],), 0, data.shape[0])
    return data[idx].mean()


def bootstrap_ci(data, num_resamples=1_000, seed=0):
    key = jax.random.key(seed)
    means = []
    for _ in range(num_resamples):
        means.append(resample_mean(key, data))
    means = jnp.stack(means)
    return jnp.percentile(means, jnp.array([2.5, 97.5]))


data = jax.random.gamma(jax.random.key(42), 2.0, (5_000,))
low, high = bootstrap_ci(data)
print(f"95% CI: [{low:.4f}, {high:.4f}]")
