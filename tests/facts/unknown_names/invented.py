import jax
import jax.numpy as jnp

a = jnp.softmax(1.0)  # fact: unknown_names jax.numpy.softmax, near jax.nn.softmax
b = jnp.no_such_thing(1.0)  # fact: unknown_names jax.numpy.no_such_thing, near nothing
c = jnp.sin(1.0)
