"""U-Net-ish denoiser; reports throughput together with the loss."""
import time
from collections import deque
import numpy as np
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, cin, cout, rngs):
        self.conv = nnx.Conv(cin, cout, (3, 3), rngs=rngs)
        self.norm = nnx.GroupNorm(cout, num_groups=4, rngs=rngs)

    def __call__(self, x):
        return nnx.silu(self.norm(self.conv(x)))


class Denoiser(nnx.Module):
    def __init__(self, rngs, c=16):
        self.d1 = Block(1, c, rngs)
        self.d2 = Block(c, 2 * c, rngs)
        self.mid = Block(2 * c, 2 * c, rngs)
        self.u1 = Block(3 * c, c, rngs)
        self.out = nnx.Conv(c, 1, (1, 1), rngs=rngs)

    def __call__(self, x):
        a = self.d1(x)
        b = self.mid(self.d2(nnx.avg_pool(a, (2, 2), strides=(2, 2))))
        up = jnp.repeat(jnp.repeat(b, 2, 1), 2, 2)
        return x - self.out(self.u1(jnp.concatenate([a, up], -1)))


class Throughput:
    def __init__(self, window=20):
        self.marks = deque(maxlen=window)

    def start(self):
        self.t0 = time.perf_counter()

    def stop(self, n):
        self.marks.append(n / (time.perf_counter() - self.t0))

    def rate(self):
        return sum(self.marks) / len(self.marks)


graphdef, params = nnx.split(Denoiser(nnx.Rngs(0)))
tx = optax.adam(2e-3)
opt_state = tx.init(params)


@jax.jit
def train_step(params, opt_state, noisy, clean):
    def loss_fn(p):
        return jnp.mean((nnx.merge(graphdef, p)(noisy) - clean) ** 2)
    loss, g = jax.value_and_grad(loss_fn)(params)
    upd, opt_state = tx.update(g, opt_state)
    return optax.apply_updates(params, upd), opt_state, loss


def pairs(rng, n=16, size=40):
    f = rng.uniform(0.1, 0.6, (n, 2, 1, 1))
    y, x = np.mgrid[:size, :size]
    clean = np.sin(f[:, 0] * x + f[:, 1] * y).astype(np.float32)[..., None]
    return clean + 0.4 * rng.standard_normal(clean.shape, dtype=np.float32), clean


rng = np.random.default_rng(0)
meter = Throughput()
for step in range(80):
    noisy, clean = pairs(rng)
    meter.start()
    params, opt_state, loss = train_step(params, opt_state, noisy, clean)
    meter.stop(len(noisy))
    if step % 20 == 19:
        print(f"step {step:3d} loss {float(loss):.4f}  {meter.rate():10.0f} images/s")
