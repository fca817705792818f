import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Classifier(nnx.Module):
    def __init__(self, din: int, dhidden: int, dout: int, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(din, dhidden, rngs=rngs)
        self.norm = nnx.BatchNorm(dhidden, rngs=rngs)
        self.drop = nnx.Dropout(0.1, rngs=rngs)
        self.out = nnx.Linear(dhidden, dout, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.norm(self.hidden(x)))))


@nnx.jit
def train_step(model, optimizer, metrics, x, y):
    def loss_fn(model):
        logits = model(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean(), logits

    (loss, logits), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model)
    optimizer.update(model, grads)
    metrics.update(loss=loss, logits=logits, labels=y)


model = Classifier(784, 512, 10, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"), accuracy=nnx.metrics.Accuracy())
x = jax.random.normal(jax.random.key(1), (512, 784))
y = jax.random.randint(jax.random.key(2), (512,), 0, 10)
model.train()
for step in range(2_000):
    train_step(model, optimizer, metrics, x, y)
print(jax.tree.map(float, metrics.compute()))
model.eval()
print("accuracy", float(jnp.mean(model(x).argmax(-1) == y)))
