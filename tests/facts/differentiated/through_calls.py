import jax


def square(w):  # fact: differentiated differentiated at through_calls.py:12
    return w * w


def loss(w):  # fact: differentiated differentiated at through_calls.py:12
    return square(w)


slope = jax.grad(loss)


@jax.jit
def predict(w):
    return w + 1
