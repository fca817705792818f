"""Original: both versions raise the same error."""


# jaxopt-lint: verify(f32[A], f32[B], A=3, B=4, fixed=("A", "B"))
def f(x, y):
    return x + y
