import jax
import jax.numpy as jnp


@jax.jit
def projected_loss(w, x, y):
    x16, w16 = x.astype(jnp.bfloat16), w.astype(jnp.bfloat16)
    out = jnp.dot(x16, w16, preferred_element_type=jnp.float32)
    return jnp.mean((out - y) ** 2)


@jax.jit
def sgd(w, x, y):
    loss, grad = jax.value_and_grad(projected_loss)(w, x, y)
    return w - 0.01 * grad, loss


w = jnp.zeros((128, 10), jnp.float32)
w, loss = sgd(w, jnp.ones((64, 128)), jnp.ones((64, 10)))
print(w.dtype, loss)
