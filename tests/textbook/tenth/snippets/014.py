import jax
import jax.numpy as jnp


def ema_combine(prev, new, decay=0.9):
    return decay * prev + (1.0 - decay) * new


@jax.jit
def smooth(signal):
    return jax.lax.associative_scan(ema_combine, signal)


@jax.jit
def detrend(signal):
    return signal - smooth(signal)


def make_signal(key, n=64):
    t = jnp.linspace(0.0, 6.0, n)
    noise = 0.3 * jax.random.normal(key, (n,))
    return jnp.sin(t) + noise


signal = make_signal(jax.random.key(11))
residual = detrend(signal)
print("residual std", jnp.std(residual))
print("first values", smooth(signal)[:4])
