import jax
import jax.numpy as jnp


def ema(params, average, decay):
    return jax.tree_map(lambda p, a: decay * a + (1.0 - decay) * p, params, average)


@jax.jit(donate_argnums=1)
def update_average(params, average):
    return ema(params, average, 0.999)


if __name__ == "__main__":
    p = {"w": jnp.ones(3)}
    print(update_average(p, {"w": jnp.zeros(3)}))
