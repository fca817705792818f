import jax
import jax.numpy as jnp


def chain(key, n_steps, dim=2):
    def body(x, k):
        k_prop, k_acc = jax.random.split(k)
        prop = x + 0.5 * jax.random.normal(k_prop, x.shape)
        log_ratio = 0.5 * (jnp.sum(x**2) - jnp.sum(prop**2))
        x = jnp.where(jnp.log(jax.random.uniform(k_acc)) < log_ratio, prop, x)
        return x, x

    keys = jax.random.split(key, n_steps)
    return jax.lax.scan(body, jnp.zeros(dim), keys)[1]


@jax.jit(static_argnames=("n_chains", "n_steps"))
def sample(key, n_chains, n_steps):
    keys = jax.random.split(key, n_chains)
    return jax.vmap(chain, in_axes=(0, None))(keys, n_steps)


if __name__ == "__main__":
    master = jax.random.key(2024)
    runs = [sample(k, 4, 500) for k in jax.random.split(master, 2)]
    keys = jax.random.split(jax.random.fold_in(master, 99), 3)
    print(jnp.stack(runs).std(), jax.random.normal(keys[0]), jax.random.normal(keys[1]))
