import jax
import jax.numpy as jnp
from jax.experimental import io_callback

NUM_STEPS, LOG_EVERY = 1_000, 100
history = []


def record(step, loss):
    history.append((int(step), float(loss)))


def loss_fn(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@jax.jit
def fit(w, x, y):
    def report(step, loss):
        jax.debug.print("step {step}: loss {loss:.4f}", step=step, loss=loss)
        io_callback(record, None, step, loss, ordered=True)

    def body(w, step):
        loss, grads = jax.value_and_grad(loss_fn)(w, x, y)
        jax.lax.cond(step % LOG_EVERY == 0, report, lambda *_: None, step, loss)
        return w - 0.05 * grads, None

    w, _ = jax.lax.scan(body, w, jnp.arange(NUM_STEPS))
    return w


x_key, noise_key = jax.random.split(jax.random.key(0))
x = jax.random.normal(x_key, (2_048, 64))
y = x @ jnp.ones(64) + 0.1 * jax.random.normal(noise_key, (2_048,))
w = fit(jnp.zeros(64), x, y)
jax.effects_barrier()
print("recorded", len(history), "losses, last", history[-1])
