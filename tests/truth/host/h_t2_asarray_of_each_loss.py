"""`np.asarray(loss)` into a list on every step, for a mean per epoch."""

import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

model = nnx.Linear(8, 8, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
data = np.random.rand(256, 8)


@nnx.jit
def train_step(model, optimizer, x):
    def loss_fn(model):
        return jnp.mean((model(x) - x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


for epoch in range(4):
    losses = []
    for step in range(200):
        rows = np.random.randint(0, len(data), size=(32,))
        loss = train_step(model, optimizer, data[rows])
        losses.append(np.asarray(loss))  # want: JOL402
    print(f"{epoch}: {np.mean(losses)}")
