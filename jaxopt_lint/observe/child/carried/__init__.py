"""Values of a program as data, from one process to another: JSON for trees, bytes for arrays.

A value is None, a truth value, a text or an integer, which stand for themselves, or a list whose
first element says what it is:

    ["int", HEX]  ["float", HEX]  ["complex", HEX, HEX]  ["bytes", BASE64]  ["..."]
    ["tuple", [..]]  ["set", [..]]  ["frozenset", [..]]  ["slice", a, b, c]  ["range", a, b, c]
    ["list", ID, [..]]  ["dict", ID, [[key, value], ..]]
    ["numpy", ID, TYPE, SHAPE, HASH]  ["jax", ID, TYPE, SHAPE, HASH, WEAK]
    ["key", ID, IMPLEMENTATION, TYPE, SHAPE, HASH]  ["scalar", TYPE, BASE64]  ["dtype", TYPE]
    ["ref", "MODULE:NAME"]  ["module", MODULE]  ["method", SELF, NAME]  ["enum", CLASS, NAME]
    ["named", CLASS, [..]]  ["partial", CLASS, FUNCTION, [..], [[name, value], ..]]
    ["closure", ID, MODULE, [[NAMES, 0], [NAME, N], ..], NAME, DEFAULTS, KEYWORD DEFAULTS, CELLS]
    ["jitted", ID, FUNCTION, OPTIONS of jax.jit]
    ["object", ID, CLASS, ARGUMENTS, STATE, ITEMS, ENTRIES]
    ["same", ID]: what has been told under this number

Contents of arrays lie in a folder, by the SHA-256 of their bytes in C order. Nothing here is code:
functions and classes are named, and to read a value calls nothing but `jax.jit`, and `__new__` and
`__setstate__` of classes of the user's and of libraries. Standard library only, but for numpy and
jax where the program has them.
"""
