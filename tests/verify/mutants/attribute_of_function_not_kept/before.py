"""Original: calls are no longer counted in an attribute of the function."""


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    f.calls += 1
    return x * 2


f.calls = 0
