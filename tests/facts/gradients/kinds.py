import jax


def loss(w):
    return w * w


slope = jax.grad(loss)
fast = jax.jit(jax.value_and_grad(loss))


def run(w):
    a = slope(w)  # fact: gradients loss
    v, b = fast(w)  # fact: gradients value and gradient of loss
    c = jax.grad(lambda u: u * u)(w)  # fact: gradients lambda u: u * u
    return a, v, b, c, loss(w), jax.jit(loss)(w)
