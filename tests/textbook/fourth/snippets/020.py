import jax
import jax.numpy as jnp
import optax
from flax import nnx

model = nnx.Linear(4, 3, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)


@nnx.jit
def train_step(model, optimizer, x, labels):
    def loss_fn(model):
        logits = model(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(grads)
    return loss


x = jax.random.normal(jax.random.key(0), (12, 4))
for _ in range(5):
    loss = train_step(model, optimizer, x, jnp.arange(12) % 3)
print(loss)
