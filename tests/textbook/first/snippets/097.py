import jax
import jax.numpy as jnp


def energy(w, x, y):
    z = jnp.tanh(x @ w.reshape(x.shape[1], -1))
    return jnp.mean((z.sum(-1) - y) ** 2) + 1e-3 * jnp.vdot(w, w)


@jax.jit
def hess_vec(w, v, x, y):
    return jax.hessian(energy)(w, x, y) @ v


@jax.jit
def newton_direction(w, x, y):
    g = jax.grad(energy)(w, x, y)
    d, _ = jax.scipy.sparse.linalg.cg(lambda v: hess_vec(w, v, x, y), -g, maxiter=50)
    return d


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(0), (512, 200))
    print(newton_direction(jnp.ones(200 * 100), x, jnp.ones(512)).shape)
