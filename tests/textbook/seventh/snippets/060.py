import jax
import jax.numpy as jnp


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@jax.jit
def fit(w, x, y, lr=0.05, report_every=1_000):
    def step(w, i):
        loss, g = jax.value_and_grad(loss_fn)(w, x, y)
        jax.lax.cond(
            i % report_every == 0,
            lambda: jax.debug.print("step {i}: loss {loss:.5f}", i=i, loss=loss),
            lambda: None,
        )
        return w - lr * g, loss

    return jax.lax.scan(step, w, jnp.arange(5_000))


kx, kw, kn = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(kx, (2_000, 100))
y = x @ jax.random.normal(kw, (100,)) + 0.1 * jax.random.normal(kn, (2_000,))
w, losses = fit(jnp.zeros(100), x, y)
jax.effects_barrier()
print("final:", losses[-1])
