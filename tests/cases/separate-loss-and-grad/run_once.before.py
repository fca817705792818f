# not executed: what the body of a module runs
"""What is run once is told for information; what a loop runs is not."""

import jax


def loss(w):
    prediction = w * 2.0
    return (prediction - 10.0) ** 2


grad_of_loss = jax.grad(loss)

w = 1.0
before = loss(w)  # want: JOL501 (info) "the forward pass runs twice"
slope = grad_of_loss(w)
print(before, slope)

for step in range(100):
    value = loss(w)  # want: JOL501 (warning) "the forward pass runs twice"
    slope = grad_of_loss(w)
    print(step, value)
    w = w - 0.01 * float(slope)
