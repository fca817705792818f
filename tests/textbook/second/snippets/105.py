import jax
import optax
from flax import nnx


class Autoencoder(nnx.Module):
    def __init__(self, rngs):
        self.enc = nnx.Linear(4096, 256, rngs=rngs)
        self.dec = nnx.Linear(256, 4096, rngs=rngs)

    def __call__(self, x):
        return self.dec(nnx.relu(self.enc(x)))


@nnx.jit
def train_step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - x) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def main(steps=100_000):
    model = Autoencoder(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(3e-4), wrt=nnx.Param)
    key = jax.random.key(1)
    for i in range(steps):
        x = jax.random.uniform(jax.random.fold_in(key, i), (256, 4096))
        loss = train_step(model, optimizer, x)
        print(f"{i:06d} loss={loss:.5f}")
    return model
