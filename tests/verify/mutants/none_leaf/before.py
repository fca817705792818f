"""Original: None entries of a tree are dropped."""


# jaxopt-lint: verify(f32[N], N=4)
def f(x):
    return {"a": x + 1, "b": None}
