# not executed: only the findings are looked at
import jax
import jax.numpy as jnp


@jax.jit
def energy(x):
    return jnp.sum(x**2)


def relaxed(x):
    for i in range(200):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        print(i, jnp.max(slope))  # want: JOL404 "`print` needs `jnp.max.slope.`"
    return x


def totals(points):
    total = 0.0
    for i in range(100):
        one = energy(points[i])
        total += one
        print(one)  # want: JOL404 "waits for it on every turn"
    return total


def seldom(x):
    for i in range(200):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        if i % 50 == 0:
            print(i, jnp.max(slope))
    return x


def few(x):
    for i in range(4):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        print(i, jnp.max(slope))
    return x
