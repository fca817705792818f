from functools import partial

import jax
import jax.numpy as jnp

NUM_STEPS = 5_000
LEARNING_RATE = 0.05


def loss_fn(params, images, labels):
    logits = images @ params["w"] + params["b"]
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


def sgd_step(params, images, labels, *, lr):
    loss, grads = jax.value_and_grad(loss_fn)(params, images, labels)
    new_params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return new_params, loss


def main():
    image_key, label_key = jax.random.split(jax.random.key(0))
    images = jax.random.normal(image_key, (4096, 784))
    labels = jax.random.randint(label_key, (4096,), 0, 10)
    params = {"w": jnp.zeros((784, 10)), "b": jnp.zeros((10,))}

    for _ in range(NUM_STEPS):
        step = jax.jit(partial(sgd_step, lr=LEARNING_RATE))
        params, loss = step(params, images, labels)
    print(f"final loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
