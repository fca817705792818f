import jax
import jax.numpy as jnp

TOTAL_STEPS, WARMUP_STEPS, PEAK_LR = 20_000, 500, 3e-3


def learning_rate(step):
    warmup = PEAK_LR * step / WARMUP_STEPS
    decay = PEAK_LR * 0.5 * (1.0 + jnp.cos(jnp.pi * step / TOTAL_STEPS))
    return jnp.where(step < WARMUP_STEPS, warmup, decay)


def loss_fn(params, x, y):
    hidden = jax.nn.gelu(x @ params["w1"] + params["b1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, x, y, step):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    lr = learning_rate(step)
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params, loss


def train(params, sample_batch):
    for step in range(TOTAL_STEPS):
        x, y = sample_batch(step)
        params, loss = train_step(params, x, y, step)
        if step % 1_000 == 0:
            print(f"step {step}: loss {float(loss):.4f}")
    return params
