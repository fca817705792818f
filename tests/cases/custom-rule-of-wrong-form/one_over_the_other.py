"""What wraps an object of JAX has its attributes: the rule goes to the one within."""
import jax
import jax.numpy as jnp


@jax.custom_vjp
@jax.custom_jvp
def softened(x):
    return jnp.logaddexp(x, 0.0)


softened.defjvp(lambda primals, tangents: (softened(*primals), tangents[0]))
softened.defvjp(lambda x: (softened(x), x), lambda x, g: (g * jax.nn.sigmoid(x),))
