import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return jnp.sin(x)


class Trainer:
    def __init__(self):
        self.steps = 0
        self.losses = []

    def train(self, xs):
        for x in xs:
            loss = step(x)
            self.steps += 1
            self.losses.append(loss)
            print("loss", loss)
        return self.losses


def log_from_the_device(x):
    seen = []

    def show(v):
        nonlocal seen
        seen = [*seen, v]
        print(v)

    @jax.jit
    def run(x):
        jax.debug.callback(show, x)
        return x

    run(x)
    return seen
