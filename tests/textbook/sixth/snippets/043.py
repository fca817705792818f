import jax
import jax.numpy as jnp

EMA_DECAY = 0.999


def init_params(key, sizes=(784, 1_024, 1_024, 10)):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m), "b": jnp.zeros(n)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


@jax.jit
def update_ema(ema_params, params, step):
    decay = jnp.minimum(EMA_DECAY, (1.0 + step) / (10.0 + step))
    return jax.tree_map(lambda e, p: decay * e + (1.0 - decay) * p, ema_params, params)


if __name__ == "__main__":
    params = init_params(jax.random.key(0))
    ema_params = params
    for step in range(10_000):
        params = jax.tree.map(lambda p: 0.9999 * p, params)
        ema_params = update_ema(ema_params, params, step)
    print(jax.tree.leaves(ema_params)[0].shape)
