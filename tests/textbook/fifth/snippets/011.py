import jax
import jax.numpy as jnp

calls = 0


@jax.jit
def predict(w, x):
    global calls
    calls += 1
    return jax.nn.sigmoid(x @ w)


for i in range(5):
    predict(jnp.ones(3), jnp.full((2, 3), i))
print("served", calls)
