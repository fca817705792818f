"""Where the arguments of a function come from: one module for each source, and their order.

The order is that of how much they can be trusted (`order.SOURCES`). A source is asked for one
function, and gives a plan for the child to build calls by, or the reason why it has none.
"""
