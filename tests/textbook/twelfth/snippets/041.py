import jax
import jax.numpy as jnp


@jax.jit
def metropolis(key, x):
    k_prop, k_acc = jax.random.split(key)
    proposal = x + 0.5 * jax.random.normal(k_prop, x.shape)
    log_ratio = 0.5 * (x**2 - proposal**2)
    u = jax.random.uniform(k_acc, x.shape)
    return jnp.where(jnp.log(u) < log_ratio, proposal, x)


def sample(seed, chains=512, iters=1000, thin=20):
    key = jax.random.key(seed)
    key, init_key = jax.random.split(key)
    x = 3.0 * jax.random.normal(init_key, (chains,))
    kept = []
    for i in range(iters):
        key, sub = jax.random.split(key)
        x = metropolis(sub, x)
        if i % thin == 0:
            kept.append(x)
    return jnp.stack(kept)


if __name__ == "__main__":
    draws = sample(0)[10:]
    print(draws.mean(), draws.std())
