import jax

key = jax.random.PRNGKey(0)
x = jax.random.normal(key, (3,))
