"""Networks that something compiles, layers of one, and what would be compiled for each length."""

import equinox as eqx
import jax
import jax.numpy as jnp


def scored(model: eqx.Module, batches):
    compiled = eqx.filter_jit(jax.vmap(model))
    total = 0.0
    for x, y in batches:
        total += float(jnp.mean((compiled(x) - y) ** 2))
    return total


def mapped_and_compiled_inside(model: eqx.Module, batches):
    quick = jax.vmap(eqx.filter_jit(model))
    total = 0.0
    for x, y in batches:
        total += float(jnp.mean((quick(x) - y) ** 2))
    return total


class Deep(eqx.Module):
    layers: list
    head: eqx.nn.Linear

    def __call__(self, x):
        for layer in self.layers:
            x = jax.vmap(layer)(x)
        for i in range(len(self.layers)):
            x = self.layers[i](x)
        return self.head(x)


def continued(model: eqx.Module, context, n, width):
    for _ in range(n):
        seen = context[-width:]
        logits = model(seen)
        following = jnp.argmax(logits[-1], keepdims=True)
        context = jnp.concatenate((context, following))  # want: JOL119 (info)
    return context


def pulled_back(f, x, cotangents):
    y, back = jax.vjp(f, x)
    out = []
    for one in cotangents:
        out.append(back(one))
    print(y)
    return out
