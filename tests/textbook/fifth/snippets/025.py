import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.out = nnx.Linear(16, 2, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.hidden(x))))


model = Net(nnx.Rngs(0))
model.train()
model(jnp.ones((8, 4)))
test_logits = model(jnp.zeros((8, 4)))
print("test", test_logits.argmax(-1))
