import jax
from flax import nnx


class ResidualMLP(nnx.Module):
    def __init__(self, dim: int, depth: int, *, rngs: nnx.Rngs):
        self.embed = nnx.Linear(128, dim, rngs=rngs)
        self.layers = [nnx.Linear(dim, dim, rngs=rngs) for _ in range(depth)]
        self.head = nnx.Linear(dim, 10, rngs=rngs)

    def __call__(self, x):
        h = self.embed(x)
        for layer in self.layers:
            h = h + nnx.gelu(layer(h))
        return self.head(h)


@nnx.jit
def predict(model, x):
    return nnx.softmax(model(x))


model = ResidualMLP(dim=512, depth=8, rngs=nnx.Rngs(0))
probs = predict(model, jax.random.normal(jax.random.key(1), (256, 128)))
print(probs.shape)
