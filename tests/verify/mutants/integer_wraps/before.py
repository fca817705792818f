"""Original: a sum of Python integers wraps in int32."""


# jaxopt-lint: verify([2000000000, 2000000000, 5])
def f(values):
    return float(sum(values))
