import equinox as eqx
import jax
import jax.numpy as jnp


class Interpolator(eqx.Module):
    xs: jax.Array
    ys: jax.Array

    def __call__(self, t):
        outside = (t < self.xs[0]) | (t > self.xs[-1])
        eqx.error_if(t, outside, "t is outside the interpolation range")
        i = jnp.clip(jnp.searchsorted(self.xs, t) - 1, 0, self.xs.shape[0] - 2)
        x0, x1 = self.xs[i], self.xs[i + 1]
        w = (t - x0) / (x1 - x0)
        return (1 - w) * self.ys[i] + w * self.ys[i + 1]


@eqx.filter_jit
def integrate(interp, a, b, n=64):
    ts = jnp.linspace(a, b, n)
    return jnp.mean(jax.vmap(interp)(ts)) * (b - a)


xs = jnp.linspace(0.0, 1.0, 11)
interp = Interpolator(xs, xs**2)
print(integrate(interp, jnp.array(0.0), jnp.array(1.0)))
print(integrate(interp, jnp.array(0.5), jnp.array(1.5)))
