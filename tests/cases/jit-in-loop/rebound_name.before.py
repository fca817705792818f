# not executed: each iteration compiles
"""The compiled function takes the name of the function, which each iteration defines anew."""
import jax


def roll(net, params, x, n):
    for _ in range(n):

        def step(x):
            return net(params, x)

        step = jax.jit(step)  # want: JOL101 "compiles again on every iteration"
        x = step(x)
    return x


def once(net, params, x, n):
    def step(x):
        return net(params, x)

    step = jax.jit(step)
    for _ in range(n):
        x = step(x)
    return x


def kept(net, params, n):
    out = []
    for _ in range(n):

        def step(x):
            return net(params, x)

        step = jax.jit(step)
        out.append(step)
    return out
