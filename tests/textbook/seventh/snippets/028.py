import jax
import jax.numpy as jnp
import optax
from flax import nnx


class ResMLP(nnx.Module):
    def __init__(self, dim: int, depth: int, *, rngs: nnx.Rngs):
        self.layers = nnx.List([nnx.Linear(dim, dim, rngs=rngs) for _ in range(depth)])
        self.norm = nnx.BatchNorm(dim, rngs=rngs)
        self.drop = nnx.Dropout(0.1, rngs=rngs)
        self.head = nnx.Linear(dim, 1, rngs=rngs)

    def __call__(self, h):
        for layer in self.layers:
            h = h + self.drop(nnx.gelu(layer(h)))
        return self.head(self.norm(h))


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss


model = ResMLP(128, 6, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(1), (1_024, 128))
y = jnp.sin(x[:, :1])
model.train()
for step in range(500):
    loss = train_step(model, optimizer, x, y)
model.eval()
print(loss, nnx.jit(lambda m, v: m(v))(model, x[:8]).shape)
