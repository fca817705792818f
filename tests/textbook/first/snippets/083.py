from flax import nnx
import jax
import jax.numpy as jnp
import optax


class Mlp(nnx.Module):
    def __init__(self, din, hidden, dout, *, rngs: nnx.Rngs):
        self.up = nnx.Linear(din, hidden, rngs=rngs)
        self.drop = nnx.Dropout(0.1, rngs=rngs)
        self.down = nnx.Linear(hidden, dout, rngs=rngs)

    def __call__(self, x):
        return self.down(self.drop(nnx.relu(self.up(x))))


@nnx.jit(donate_argnums=(0, 1))
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def eval_step(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def main(epochs=3, steps=10):
    model = Mlp(4, 32, 1, rngs=nnx.Rngs(0, dropout=1))
    tx = optax.MultiSteps(optax.adamw(1e-3), every_k_schedule=4)
    optimizer = nnx.Optimizer(model, tx, wrt=nnx.Param)
    x, y = jnp.ones((8, 4)), jnp.zeros((8, 1))
    for epoch in range(epochs):
        model.train()
        for _ in range(steps):
            train_step(model, optimizer, x, y)
        model.eval()
        print(epoch, float(eval_step(model, x, y)))


if __name__ == "__main__":
    main()
