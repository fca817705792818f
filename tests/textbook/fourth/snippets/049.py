import jax
import jax.numpy as jnp


@jax.jit
def forward(layers, x):
    activations = []
    for w in layers:
        x = jnp.tanh(x @ w)
        activations.append(x)
    return x, activations


keys = jax.random.split(jax.random.key(0), 4)
layers = [0.3 * jax.random.normal(k, (8, 8)) for k in keys]
y, activations = forward(layers, jnp.ones((2, 8)))
print(y.shape)
for h in activations:
    print(jnp.std(h))
