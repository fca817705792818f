import jax
import jax.numpy as jnp

NUM_STEPS = 3_000


def loss_fn(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def report(step, loss, grad_norm):
    jax.debug.print("step {s}: loss {l:.5f} grad norm {g:.5f}", s=step, l=loss, g=grad_norm)


@jax.jit
def train_step(w, x, y, step):
    loss, grad = jax.value_and_grad(loss_fn)(w, x, y)
    grad_norm = jnp.linalg.norm(grad)
    jax.lax.cond(step % 500 == 0, report, lambda *_: None, step, loss, grad_norm)
    scale = jnp.minimum(1.0, 1.0 / (grad_norm + 1e-6))
    return w - 0.1 * scale * grad


if __name__ == "__main__":
    kw, kx = jax.random.split(jax.random.key(0))
    w = 0.01 * jax.random.normal(kw, (256, 8))
    x = jax.random.normal(kx, (1_024, 256))
    y = jnp.sign(x[:, :8])
    for step in range(NUM_STEPS):
        w = train_step(w, x, y, step)
    jax.effects_barrier()
