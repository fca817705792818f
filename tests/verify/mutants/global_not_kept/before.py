"""Original: a result is no longer kept in a global list."""

_seen = []


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    _seen.append(x.shape[0])
    return x * 2
