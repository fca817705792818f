"""Waits and work in helpers, classes and constants of another file."""

from helpers import STEPS, TURNS, Meter, Plain, Solver, advance, loss_of, passes, shown, size_of


def through_a_helper(x):
    for _ in range(STEPS):
        x = advance(x)
        shown(x)  # fact: looped_waits numpy.asarray shown(x)
    return x


def of_a_result(xs):
    out = []
    for x in xs:
        out.append(float(loss_of(x)))  # fact: looped_waits float loss_of(x)
    return out


def of_an_object(xs):
    solver = Solver(0.1)
    for x in xs:
        x = solver.step(x)
        if solver.done(x):  # fact: looped_waits bool solver.done(x)
            break


def of_an_inherited_method(xs):
    meter = Meter()
    for x in xs:
        meter.add(loss_of(x))  # fact: looped_waits item meter.add(loss_of(x))


def constants(x):
    for _ in range(TURNS):
        x = advance(x)
        float(x)  # fact: looped_waits float x


def nothing(xs, x):
    plain = Plain()
    for y in xs:
        size_of(loss_of(y))
        plain.add(loss_of(y))
        passes(loss_of(y), verbose=False)
    return plain
