import jax
import jax.numpy as jnp


@jax.jit
def propose(x, eps):
    return x + 0.3 * eps


def walkers(seed, n_steps, dim):
    key = jax.random.key(seed)
    x = jnp.zeros(dim)
    trace = []
    for _ in range(n_steps):
        eps = jax.random.normal(key, (dim,))
        x = propose(x, eps)
        trace.append(x)
    return jnp.stack(trace)


if __name__ == "__main__":
    path = walkers(0, 200, 16)
    print(path.shape)
