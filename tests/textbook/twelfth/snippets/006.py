import functools

import jax
import jax.numpy as jnp


def loss_fn(w, x):
    return jnp.mean((x @ w @ w.T - x) ** 2)


@functools.partial(jax.jit, donate_argnums=(0,))
def train_step(w, x):
    return w - 0.05 * jax.grad(loss_fn)(w, x)


class Trainer:
    def __init__(self, key, dim=64, rank=8):
        self.w = jax.random.normal(key, (dim, rank)) / dim**0.5
        self.drift = []

    def step(self, x):
        new_w = train_step(self.w, x)
        self.drift.append(jnp.linalg.norm(new_w - self.w))
        self.w = new_w


def main():
    k_w, k_x = jax.random.split(jax.random.key(0))
    trainer = Trainer(k_w)
    for i in range(100):
        trainer.step(jax.random.normal(jax.random.fold_in(k_x, i), (32, 64)))
    print(jnp.stack(trainer.drift)[-5:])


if __name__ == "__main__":
    main()
