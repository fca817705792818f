import jax


@jax.custom_jvp
def noisy(x, key):
    return x + jax.random.normal(key, x.shape)


@noisy.defjvp
def noisy_rule(primals, tangents):  # fact: derivative_rules by noisy.defjvp
    return noisy(*primals), tangents[0]


@jax.custom_vjp
def clipped(x):
    return x.clip(-1, 1)


def forward(x):  # fact: derivative_rules by clipped.defvjp
    return clipped(x), x


def backward(x, g):  # fact: derivative_rules by clipped.defvjp
    return (g,)


clipped.defvjp(forward, backward)


def other(x):
    return x
