import jax
import jax.numpy as jnp
import optax
from flax import nnx


class AffineMLP(nnx.Module):
    """Two-layer MLP with a learnable feature-wise affine transform at the input."""

    def __init__(self, dim: int, hidden: int, rngs: nnx.Rngs):
        self.scale = jnp.ones((dim,))
        self.shift = jnp.zeros((dim,))
        self.up = nnx.Linear(dim, hidden, rngs=rngs)
        self.down = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = x * self.scale + self.shift
        return self.down(nnx.silu(self.up(x)))[:, 0]


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: optax.l2_loss(m(x), y).mean())(model)
    optimizer.update(model, grads)
    return loss


model = AffineMLP(32, 256, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
x = 5.0 * jax.random.normal(jax.random.key(1), (4_096, 32)) + 2.0
y = jnp.cos(x).sum(axis=1)
for _ in range(500):
    loss = train_step(model, optimizer, x, y)
print("loss", float(loss), "mean scale", float(model.scale.mean()))
