# not executed: there is no fix
import jax


def noisy(key, xs):
    out = []
    for x in xs:
        key, draw = jax.random.split(key)
        out.append(x + jax.random.normal(draw))
    return out


def epochs(xs, seed):
    key = jax.random.key(seed)
    for _ in range(10):
        xs = noisy(key, xs)  # want: JOL802
    return xs
