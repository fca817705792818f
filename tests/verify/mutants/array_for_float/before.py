"""Original: a Python float becomes a device array."""


# jaxopt-lint: verify(f32[N], N=4)
def f(x):
    return {"loss": float((x**2).mean()), "x": x}
