import jax
import jax.numpy as jnp


def log_likelihood(w, x, y):
    logit = jnp.dot(w, x)
    return y * jax.nn.log_sigmoid(logit) + (1 - y) * jax.nn.log_sigmoid(-logit)


per_example = jax.jit(jax.grad(log_likelihood))


def fisher(w, xs, ys):
    grads = jnp.stack([per_example(w, x, y) for x, y in zip(xs, ys)])
    return grads.T @ grads / len(xs)


if __name__ == "__main__":
    xs = jax.random.normal(jax.random.key(0), (10_000, 24))
    ys = (xs[:, 0] > 0).astype(jnp.float32)
    print(fisher(jnp.zeros(24), xs, ys).shape)
