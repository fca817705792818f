"""What is certainly one array of JAX, whichever way the code around it is run."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Kind, calls, values

# Functions of array modules that give something else, a list above all, or what they are given:
# all that JAX 0.12 does not annotate as giving an `Array`, but for those that do.
_SEVERAL = frozenset(
    f"{module}.{name}"
    for module, names in {
        "jax.lax": (
            "after_all all_gather all_to_all approx_max_k approx_min_k associative_scan axis_size "
            "broadcast_shapes composite cond conv_dimension_numbers conv_general_permutations "
            "conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple create_token "
            "custom_linear_solve custom_root dce_sink dtype fori_loop map optimization_barrier "
            "padtype_to_pads pbroadcast pcast platform_dependent pmax pmean pmin ppermute "
            "pshuffle psum psum_scatter_start pswapaxes reduce reduce_window "
            "reduce_window_shape_tuple rng_bit_generator scan shape_as_value sort sort_key_val "
            "split stop_gradient switch top_k unstack while_loop with_sharding_constraint"
        ),
        "jax.nn": (
            "get_scaled_dot_general_config"
        ),
        "jax.numpy": (
            "apply_along_axis array_repr array_split array_str atleast_1d atleast_2d atleast_3d "
            "block broadcast_arrays broadcast_shapes can_cast diag_indices diag_indices_from "
            "divmod dsplit einsum_path frexp frompyfunc get_printoptions gradient histogram "
            "histogram2d histogramdd hsplit indices iscomplexobj isdtype isrealobj isscalar "
            "issubdtype iterable ix_ load mask_indices meshgrid mgrid minmax modf ndim nonzero "
            "ogrid polydiv polyfit printoptions promote_types result_type save savez "
            "set_printoptions shape size split top_k tril_indices tril_indices_from triu_indices "
            "triu_indices_from ufunc unique_all unique_counts unique_inverse unravel_index "
            "unstack vectorize vsplit"
        ),
        "jax.random": (
            "key_dtype key_impl"
        ),
    }.items()
    for name in names.split()
)  # fmt: skip

# Modules whose own values are numbers and arrays.
_OF_NUMBERS = frozenset({"jax", "numpy", "math", "cmath", "scipy"})
_MAKING = ("jax.numpy.", "jax.lax.", "jax.random.", "jax.nn.")
# Keywords that have a function give its result with others.
_MORE = (
    "retstep", "returned", "return_index", "return_indices", "return_inverse", "return_counts",
    "return_sign",
)  # fmt: skip


def one_array(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly one array of JAX, concrete or traced."""
    return values(facts).kind(node) in (Kind.DEVICE, Kind.TRACER) and not taken_over(facts, node)


def made_array(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is one array wherever it is bound, by what each binding gives it."""
    if isinstance(node, ast.Attribute):
        return _kept_array(facts, node)
    if not one_array(facts, node):
        return False
    if not isinstance(node, ast.Name):
        return _is_made(facts, node)
    bound = [b for b in facts.names.binding(node) if b.kind not in ("param", "delete")]
    plain = [b for b in bound if b.kind != "augmented"]
    return bool(plain) and all(
        b.kind == "assign" and b.value is not None and _is_made(facts, b.value) for b in plain
    )


def _kept_array(facts: Facts, node: ast.Attribute) -> bool:
    """Whether all that the file stores in an attribute of `self` are arrays."""
    stored = calls(facts).stored_in(node)
    every = [n for n in facts.module.attributes(node.attr) if isinstance(n.ctx, ast.Store)]
    return bool(stored) and len(stored) == len(every) and all(_is_made(facts, v) for v in stored)


def _is_made(facts: Facts, node: ast.expr, depth: int = 8) -> bool:
    """Whether an expression makes an array, by a function that gives nothing else or by operators
    that no operand takes over."""
    match node:
        case ast.BinOp(left, _, right):
            sides = left, right
            return (
                depth > 0
                and any(_is_made(facts, side, depth - 1) for side in sides)
                and all(
                    values(facts).kind(side) is not Kind.UNKNOWN or _is_made(facts, side, depth - 1)
                    for side in sides
                )
            )
        case ast.UnaryOp(_, operand) if not isinstance(node.op, ast.Not):
            return depth > 0 and _is_made(facts, operand, depth - 1)
        case ast.Subscript(value):
            return depth > 0 and _is_made(facts, value, depth - 1)
        case ast.Name():
            found = facts.names.value(node)
            return depth > 0 and found is not None and _is_made(facts, found, depth - 1)
        case ast.Call(func) if values(facts).kind(node) in (Kind.DEVICE, Kind.TRACER):
            name = facts.names.of(func) or ""
            if name.startswith(_MAKING):
                return _gives_one(name, node)
            return isinstance(func, ast.Attribute) and one_array(facts, func.value)
    return False


def _gives_one(name: str, call: ast.Call) -> bool:
    """Whether a call of a function of JAX gives one array, and no list or tuple."""
    if name in _SEVERAL or not name.rpartition(".")[2][0].islower():
        return False
    if name == "jax.numpy.where" and len(call.args) + len(call.keywords) < 2:
        return False
    return not any(k.arg is None or k.arg in _MORE for k in call.keywords)


def taken_over(facts: Facts, node: ast.expr, depth: int = 5) -> bool:
    """Whether an operand of an operation is not known, whose class may decide on the result: an
    array times a unit of measure is a quantity."""
    found = facts.names.behind(node) or node
    if depth <= 0:
        return False
    if isinstance(found, ast.Name):  # bound in several places, or one that gives nothing away
        every = [b.value for b in facts.names.binding(found) if b.kind == "assign"]
        return any(taken_over(facts, v, depth - 1) for v in every if v is not None)
    match found:
        case ast.BinOp(left, _, right):
            return any(
                values(facts).kind(side) is Kind.UNKNOWN
                or _is_of_others(facts, side)
                or taken_over(facts, side, depth - 1)
                for side in (left, right)
            )
        case ast.UnaryOp(_, operand) | ast.Subscript(operand):
            return taken_over(facts, operand, depth - 1)
    return False


def _is_of_others(facts: Facts, node: ast.expr) -> bool:
    """Whether an operand is what a module holds that is none of numbers: `astropy.units.day`."""
    name = facts.names.of(node)
    return name is not None and name.split(".")[0] not in _OF_NUMBERS
