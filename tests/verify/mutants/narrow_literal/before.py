"""Original: a double constant is written as a float32 one."""


# jaxopt-lint: verify(f32[N], N=5)
def f(x):
    return x * 0.1
