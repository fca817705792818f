from flax import nnx
import jax.numpy as jnp
import optax


def fit(model: nnx.Module, batches, epochs: int = 300):
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    last = None
    for epoch in range(epochs):

        @nnx.jit(donate_argnums=(0, 1))
        def train_step(model, optimizer, x, y):
            def loss_fn(m):
                return jnp.mean((m(x) - y) ** 2)

            loss, grads = nnx.value_and_grad(loss_fn)(model)
            optimizer.update(model, grads)
            return loss

        for x, y in batches:
            last = train_step(model, optimizer, x, y)
        if epoch % 50 == 0:
            print(epoch, last)
    return model
