"""From the events of a run to what it lost: each module reads one subject, `table.py` ranks all.

A *loss* is what the named change would save; what a program has to pay in any case, such as the
first compilation of a function, is a *cost* and stands apart.
"""
