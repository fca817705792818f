import jax
import jax.numpy as jnp
import optax

NUM_STEPS, LOG_EVERY = 100_000, 1_000

optimizer = optax.adamw(1e-3, weight_decay=1e-4)


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["w1"])
    logits = h @ params["w2"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, batches):
    opt_state = optimizer.init(params)
    running = 0.0
    for step, (x, y) in zip(range(NUM_STEPS), batches):
        params, opt_state, loss = train_step(params, opt_state, x, y)
        running = 0.99 * running + 0.01 * float(loss)
        if step % LOG_EVERY == 0:
            print(f"step {step:6d}  smoothed loss {running:.4f}")
    return params
