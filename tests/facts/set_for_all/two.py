import jax

jax.set_mesh(jax.make_mesh((4,), ("d",)))
jax.set_mesh(jax.make_mesh((2,), ("e",)))
