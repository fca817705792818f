import jax
import jax.numpy as jnp

DIM, NUM_UNROLL = 128, 50


def solve_fixed_point(params, x):
    def body(_, z):
        return jnp.tanh(z @ params["w"] + x @ params["u"] + params["b"])

    return jax.lax.fori_loop(0, NUM_UNROLL, body, jnp.zeros((x.shape[0], DIM)))


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
    for _ in range(500):
        params, loss = train_step(params, x, y)
    print("loss:", loss)
