import jax
import jax.numpy as jnp

ACTIVATIONS = (jax.nn.relu, jax.nn.gelu, jnp.tanh)


@jax.jit
def apply(params, x, which):
    h = x @ params["w"]
    h = jax.lax.switch(which, ACTIVATIONS, h)
    return jax.lax.cond(
        jnp.all(jnp.isfinite(h)),
        lambda z: z,
        lambda z: jnp.nan_to_num(z),
        h,
    )


def search(params, x, y):
    errs = [jnp.mean((apply(params, x, i) - y) ** 2) for i in range(len(ACTIVATIONS))]
    return int(jnp.argmin(jnp.array(errs)))
