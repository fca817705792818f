import jax
import optax
from flax import nnx

NUM_EPOCHS = 30
STEPS_PER_EPOCH = 200


class Classifier(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(784, 512, rngs=rngs)
        self.norm = nnx.BatchNorm(512, rngs=rngs)
        self.drop = nnx.Dropout(0.3, rngs=rngs)
        self.out = nnx.Linear(512, 10, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.norm(self.hidden(x)))))


def loss_fn(model, x, y):
    return optax.softmax_cross_entropy_with_integer_labels(model(x), y).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    optimizer.update(model, grads)
    return loss


model = Classifier(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(1), (1_024, 784))
y = jax.random.randint(jax.random.key(2), (1_024,), 0, 10)
model.train()
for epoch in range(NUM_EPOCHS):
    for step in range(STEPS_PER_EPOCH):
        train_step(model, optimizer, x[:768], y[:768])
    model.eval()
    print(epoch, float(nnx.jit(loss_fn)(model, x[768:], y[768:])))
