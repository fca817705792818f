import jax
import jax.numpy as jnp


@jax.jit(donate_argnums=0)
def train_step(w, x, base_key, step):
    key = jax.random.fold_in(base_key, step)
    mask = jax.random.bernoulli(key, 0.9, x.shape)
    x = jnp.where(mask, x / 0.9, 0.0)
    return w - 0.05 * jax.grad(lambda w: jnp.mean((x @ w - x) ** 2))(w)


def train(batches, dim, seed=0):
    base_key = jax.random.key(seed)
    w = jnp.eye(dim)
    for step, x in enumerate(batches):
        w = train_step(w, x, base_key, step)
    return w


if __name__ == "__main__":
    print(train([jnp.ones((8, 4))] * 5, 4))
