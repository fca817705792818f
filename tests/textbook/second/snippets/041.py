from flax import nnx
import jax.numpy as jnp
import optax


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.inp = nnx.Linear(784, 2048, rngs=rngs)
        self.out = nnx.Linear(2048, 10, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.gelu(self.inp(x)))


def train(dataset, epochs=20):
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)

    for _ in range(epochs):
        for x, y in dataset:

            @nnx.jit
            def step(model, optimizer, x, y):
                def loss_fn(m):
                    logits = m(x)
                    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

                grads = nnx.grad(loss_fn)(model)
                optimizer.update(model, grads)

            step(model, optimizer, x, y)
    return model
