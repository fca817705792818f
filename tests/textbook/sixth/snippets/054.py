import jax
import jax.numpy as jnp

DIM = 128


def solve_fixed_point(params, x, tol=1e-5, max_iter=200):
    def cond(state):
        i, z, delta = state
        return (delta > tol) & (i < max_iter)

    def body(state):
        i, z, _ = state
        z_next = jnp.tanh(z @ params["w"] + x @ params["u"] + params["b"])
        return i + 1, z_next, jnp.max(jnp.abs(z_next - z))

    z0 = jnp.zeros((x.shape[0], DIM))
    _, z, _ = jax.lax.while_loop(cond, body, (0, z0, jnp.inf))
    return z


def loss_fn(params, x, y):
    z = solve_fixed_point(params, x)
    return jnp.mean((z @ params["head"] - y) ** 2)


@jax.jit
def train_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads), loss


if __name__ == "__main__":
    keys = jax.random.split(jax.random.key(0), 5)
    params = {
        "w": 0.5 / jnp.sqrt(DIM) * jax.random.normal(keys[0], (DIM, DIM)),
        "u": 0.1 * jax.random.normal(keys[1], (32, DIM)),
        "b": jnp.zeros(DIM),
        "head": 0.1 * jax.random.normal(keys[2], (DIM, 1)),
    }
    x, y = jax.random.normal(keys[3], (64, 32)), jax.random.normal(keys[4], (64, 1))
    params, loss = train_step(params, x, y)
