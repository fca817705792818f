import jax
from jax import lax
import jax.numpy as jnp


def ssm_step(params, h, x):
    h = params["a"] * h + params["b"] * x
    return h, jnp.sum(params["c"] * h, axis=-1)


@jax.jit
def ssm(params, xs):
    h0 = jnp.zeros((params["a"].shape[0],))
    _, ys = lax.scan(lambda h, x: ssm_step(params, h, x), h0, xs, unroll=True)
    return ys


def main(steps=4096, state=64):
    params = {"a": jnp.full((state,), 0.9), "b": jnp.ones((state,)), "c": jnp.ones((state,)) / state}
    return ssm(params, jnp.linspace(0.0, 1.0, steps))


if __name__ == "__main__":
    print(main()[-1])
