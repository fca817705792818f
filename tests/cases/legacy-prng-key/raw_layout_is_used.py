import jax
import jax.numpy as jnp


def shape_of_a_key(step):
    key_shape = jax.ShapeDtypeStruct([4], jnp.uint32)
    return step.lower(key_shape).compile()


def seed_key(seed):
    return jax.random.PRNGKey(seed)
