import jax

mesh = jax.make_mesh((4,), ("d",))
jax.set_mesh(mesh)  # fact: set_for_all mesh
