import jax
import jax.numpy as jnp


@jax.jit
def running_stats(xs):
    total = jax.new_ref(jnp.zeros(xs.shape[1:]))
    peak = jax.new_ref(jnp.full(xs.shape[1:], -jnp.inf))

    def body(i, _):
        total[...] += xs[i]
        peak[...] = jnp.maximum(peak[...], xs[i])
        return _

    jax.lax.fori_loop(0, xs.shape[0], body, None)
    return total[...] / xs.shape[0], peak[...]


@jax.jit
def bump(counter_ref, x):
    counter_ref[...] += 1
    return jnp.sin(x)


counter = jax.new_ref(jnp.int32(0))
xs = jax.random.normal(jax.random.key(0), (20, 3))
mean, peak = running_stats(xs)
for _ in range(3):
    bump(counter, mean)
print(mean, peak, counter[...])
