import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.tree_util.register_dataclass, data_fields=["centers", "log_width", "weights"], meta_fields=["kind"])
@dataclasses.dataclass(frozen=True)
class RBFNetwork:
    centers: jax.Array
    log_width: jax.Array
    weights: jax.Array
    kind: str = "gaussian"

    def __call__(self, x):
        sq = jnp.sum((x[:, None] - self.centers) ** 2, axis=-1) * jnp.exp(-2.0 * self.log_width)
        phi = jnp.exp(-sq) if self.kind == "gaussian" else 1.0 / (1.0 + sq)
        return phi @ self.weights


@jax.jit
def update(model, x, y, lr=1e-2):
    loss, grads = jax.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    return jax.tree.map(lambda p, g: p - lr * g, model, grads), loss


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
model = RBFNetwork(jax.random.normal(k1, (200, 2)), jnp.zeros(()), 0.1 * jax.random.normal(k2, (200,)))
x = jax.random.normal(k3, (2_048, 2))
for _ in range(1_000):
    model, loss = update(model, x, jnp.sin(x[:, 0]) * x[:, 1])
print(loss)
