import jax
import jax.numpy as jnp
import optax
from flax import nnx

base = nnx.Linear(8, 8, rngs=nnx.Rngs(0))


class Adapted(nnx.Module):
    def __init__(self, base, rngs):
        self.base = base
        self.lora = nnx.LoRA(8, 2, 8, rngs=rngs)

    def __call__(self, x):
        return self.base(x) + self.lora(x)


model = Adapted(base, nnx.Rngs(1))
graphdef, frozen, adapters = nnx.split(model, nnx.Param, nnx.LoRAParam)
tx = optax.adam(1e-3)
opt_state = tx.init(adapters)
x = jnp.ones((4, 8))


def loss_fn(adapters):
    return jnp.mean(nnx.merge(graphdef, frozen, adapters)(x) ** 2)


grads = jax.grad(loss_fn)(adapters)
updates, opt_state = tx.update(grads, opt_state)
adapters = optax.apply_updates(adapters, updates)
print("trainable leaves", len(jax.tree.leaves(adapters)))
