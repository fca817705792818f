import jax

if hasattr(jax.random, "key"):
    make = jax.random.key
else:
    def make(seed):
        return jax.random.PRNGKey(seed)

try:
    KEY = jax.random.key(0)
except AttributeError:
    KEY = jax.random.PRNGKey(0)
