from flax import nnx
import jax.numpy as jnp
import optax


class Regressor(nnx.Module):
    def __init__(self, din, hidden, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(din, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.tanh(self.hidden(x)))


@nnx.jit
def train_step(model, optimizer, x, y):
    grads = nnx.grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)


def main():
    model = Regressor(4, 32, nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-2))
    for _ in range(200):
        train_step(model, optimizer, jnp.ones((16, 4)), jnp.zeros((16, 1)))


if __name__ == "__main__":
    main()
