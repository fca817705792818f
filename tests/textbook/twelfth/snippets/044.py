import jax
import jax.numpy as jnp


class Recurrent:
    """Elman network that keeps its hidden state between calls."""

    def __init__(self, key, din, dh):
        k1, k2 = jax.random.split(key)
        self.w_in = jax.random.normal(k1, (din, dh)) / din**0.5
        self.w_h = jax.random.normal(k2, (dh, dh)) / dh**0.5
        self.hidden = jnp.zeros((dh,))
        self._step = jax.jit(self._forward)

    def _forward(self, x):
        self.hidden = jnp.tanh(x @ self.w_in + self.hidden @ self.w_h)
        return self.hidden.sum()

    def __call__(self, x):
        return self._step(x)


def main():
    k_model, k_data = jax.random.split(jax.random.key(0))
    net = Recurrent(k_model, 8, 16)
    xs = jax.random.normal(k_data, (20, 8))
    outs = [net(x) for x in xs]
    print(outs[-1], jnp.linalg.norm(net.hidden))


if __name__ == "__main__":
    main()
