import jax
import jax.numpy as jnp


class Probe:
    hidden = None


probe = Probe()


@jax.jit
def forward(w, x):
    h = jnp.tanh(x @ w)
    probe.hidden = h
    return h.sum()


forward(jnp.ones((3, 3)), jnp.ones((2, 3)))
print(probe.hidden + 1)
