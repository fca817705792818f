import jax
import jax.numpy as jnp
import optax
from flax import nnx


class ClickModel(nnx.Module):
    def __init__(self, num_features: int, hidden: int, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(num_features, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, features):
        return self.out(nnx.relu(self.hidden(features)))


@nnx.jit
def train_step(model, optimizer, features, clicked):
    def loss_fn(model):
        logits = model(features)
        return optax.sigmoid_binary_cross_entropy(logits, clicked).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


model = ClickModel(200, 128, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
features = jax.random.normal(jax.random.key(1), (2_048, 200))
clicked = (features[:, 0] + features[:, 1] > 0).astype(jnp.float32)
for _ in range(1_000):
    loss = train_step(model, optimizer, features, clicked)
print("loss", float(loss))
