import jax


def loss(w, x):
    return (w * x).sum(), x


def plain(w, x):
    return (w * x).sum()


def step(w, x):
    value, g = jax.value_and_grad(loss)(w, x)  # fact: grad_result_misused.misuses aux missing
    (value, aux), g = jax.value_and_grad(loss, has_aux=True)(w, x)
    value, h = jax.value_and_grad(plain)(w, x)
    return g, h, aux, value
