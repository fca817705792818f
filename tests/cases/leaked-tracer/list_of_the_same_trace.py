import jax
import jax.numpy as jnp


@jax.jit
def layers(weights, x):
    hidden = []

    def layer(w, x):
        y = jnp.tanh(x @ w)
        hidden.append(y)
        return y

    for i in range(3):
        x = layer(weights[i], x)
    return x, jnp.stack(hidden)


@jax.jit
def outer_array_in_an_inner_body(xs):
    kept = []
    total = jnp.sum(xs)

    def body(carry, x):
        kept.append(total)
        return carry + x, None

    out, _ = jax.lax.scan(body, 0.0, xs)
    return out, kept[0]


def inside_of_the_body(xs):
    def body(carry, x):
        parts = []
        parts.append(carry + x)
        parts.append(carry * x)
        return sum(parts), parts[0]

    return jax.lax.scan(body, 0.0, xs)
