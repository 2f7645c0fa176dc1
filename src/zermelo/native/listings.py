"""The actions of a state, compiled: lazily where there is one `yield`, else as a *fill* of places on the stack.

A generator with one `yield` compiles well as it stands, and spares the actions behind a cut-off. With more, what it
must remember between two of them costs two to six times the speed. So its source is rewritten, at the syntax tree,
into a function that stores each action in a row of places:

    yield x             _count = _put(_places, _count, x)
    yield from xs       for x in xs: the same
    return xs           the same (a list comprehension becomes its loop; nothing is allocated)

and a call `game.actions(state)` in compiled code becomes: take places on the stack, fill them, give an iterable of
them. Laziness is lost: all actions of a state are made before the first is tried. The places are bounded by the
game's `max_actions`; more is an error, never an overflow.

Measured (M nodes/s lazily, filled): connect four, one yield, alpha-beta to depth 14: 210, 179; DESCONECTA-4 BOOM, two
yields, perft: 109, 131.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.core.typing import signature
from numba.extending import intrinsic, register_model

from zermelo.errors import CompileError
from zermelo.native.diagnostics import RefusedError
from zermelo.sources import defined, definition_of, is_as_loaded, parsed

I64 = ir.IntType(64)
_IN_GENERATOR = "4next"  # as numba mangles the name of the function that goes on with a generator
ELEMENTS = {
    "actions": types.int64,
    "candidates": types.int64,
    "tactical": types.int64,
    "outcomes": types.Tuple((types.int64, types.float64)),
}
"""The methods that become fills, and what they yield."""


class PlacesType(types.Type):
    """Room for `capacity` elements and one more, which takes what does not fit."""

    def __init__(self, element: types.Type, capacity: int) -> None:
        self.element, self.capacity = element, capacity
        super().__init__(name=f"Places({element}, {capacity})")


class TallyType(types.Type):
    """In the place of places: nothing is kept, so a fill only counts, and the loop over a set is one instruction."""

    def __init__(self) -> None:
        super().__init__(name="Tally")


tally_type = TallyType()


class ListingType(types.IterableType):
    """The filled places, with their number."""

    def __init__(self, element: types.Type) -> None:
        self.element = element
        super().__init__(name=f"Listing({element})")

    @property
    def iterator_type(self) -> types.Type:
        return ListingIterator(self.element)


class ListingIterator(types.SimpleIteratorType):
    """An iteration over a listing."""

    def __init__(self, element: types.Type) -> None:
        super().__init__(f"iter(Listing({element}))", element)


@register_model(PlacesType)
class _PlacesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


@register_model(TallyType)
class _TallyModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


@register_model(ListingType)
class _ListingModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("places", types.int64), ("count", types.int64)])


@register_model(ListingIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("places", types.int64), ("count", types.int64), ("index", types.EphemeralPointer(types.int64))])


@lower_builtin("getiter", ListingType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    listing = context.make_helper(builder, sig.args[0], value=args[0])
    iterator = context.make_helper(builder, sig.return_type)
    iterator.places, iterator.count = listing.places, listing.count
    iterator.index = cgutils.alloca_once_value(builder, ir.Constant(I64, 0))
    return iterator._getvalue()


@lower_builtin("iternext", ListingIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    index = builder.load(iterator.index)
    valid = builder.icmp_signed("<", index, iterator.count)
    result.set_valid(valid)
    with builder.if_then(valid):
        element = context.get_value_type(sig.args[0].yield_type)
        result.yield_(builder.load(builder.gep(builder.inttoptr(iterator.places, element.as_pointer()), [index])))
        builder.store(builder.add(index, ir.Constant(I64, 1)), iterator.index)


@intrinsic
def _put(context: Any, places: Any, count: Any, item: Any) -> Any:
    """Store the item at place `count`, or at the spare one if there is no room; count + 1."""

    def tally(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.add(args[1], ir.Constant(I64, 1))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        element = context.get_value_type(kind.element)
        room = ir.Constant(I64, kind.capacity)
        index = builder.select(builder.icmp_unsigned("<", args[1], room), args[1], room)
        builder.store(args[2], builder.gep(builder.inttoptr(args[0], element.as_pointer()), [index]))
        return builder.add(args[1], ir.Constant(I64, 1))

    if isinstance(places, TallyType):
        return signature(types.int64, places, types.int64, item), tally
    return signature(types.int64, places, types.int64, places.element), emit


def lower_call(context: Any, builder: Any, listing: ListingType, capacity: int, fill: Any, too_many: str) -> Any:
    """A listing made by `fill(places) -> count`, whose places live in the frame of the function being built."""
    if _IN_GENERATOR in builder.function.name:
        raise RefusedError("a generator other than `actions` cannot loop over the actions of a state; make it part of `actions`")
    element = context.get_value_type(listing.element)
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(element, capacity + 1), name="places")  # never cleared: that would cost half the speed
    places = builder.ptrtoint(room, I64)
    count = fill(places)
    with cgutils.if_unlikely(builder, builder.icmp_signed(">", count, ir.Constant(I64, capacity))):
        context.call_conv.return_user_exc(builder, OverflowError, (too_many,))
    made = context.make_helper(builder, listing)
    made.places, made.count = places, count
    return made._getvalue()


# Rewriting the source


def is_lazy(function: FunctionType) -> bool:
    """Whether the method compiles as the generator that it is: one `yield`, and none of a listing that may be a fill.

    The places of a fill live in the frame of whoever asked for them, and a generator's frame is gone when it yields.
    """
    nodes = list(ast.walk(_source(function)[0]))
    yields = [node for node in nodes if isinstance(node, (ast.Yield, ast.YieldFrom))]
    return len(yields) == 1 and not any(isinstance(node, ast.Attribute) and node.attr in ELEMENTS for node in nodes)


def generator_of(function: FunctionType) -> FunctionType:
    """The generator, with a loop in the place of `yield from`, which numba does not know."""
    definition, file = _source(function)
    return _made(_Loop(function.__name__).visit(definition), file, function)


def fill_of(function: FunctionType) -> FunctionType:
    """The fill for a generator method, or for one that returns its actions: `(self, state, _places) -> count`.

    Raises CompileError where the source cannot be had, or yields in a way that a fill cannot.
    """
    definition, file = _source(function)
    definition.args.args.append(ast.arg("_places"))
    rewritten = _Fill(function.__name__).visit(definition)
    rewritten.body = [*parsed("_count = 0").body, *rewritten.body, *parsed("return _count").body]
    return _made(rewritten, file, function)


def _made(definition: ast.FunctionDef, file: str, function: FunctionType) -> FunctionType:
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    names = {**function.__globals__, **inspect.getclosurevars(function).nonlocals, "_put": _put}
    made: FunctionType = defined(ast.Module([definition], []), file, names)[function.__name__]
    return made


def _source(function: FunctionType) -> tuple[ast.FunctionDef, str]:
    try:
        definition = definition_of(function)
    except (OSError, SyntaxError, TypeError) as error:
        raise CompileError(f"{function.__qualname__}: its source cannot be read ({error}); put the game in a file") from error
    file = function.__code__.co_filename
    if not isinstance(definition, ast.FunctionDef) or not is_as_loaded(function):
        raise CompileError(f"{function.__qualname__}: {file} was changed after it was loaded; start again to compile it")
    return definition, file


class _Loop(ast.NodeTransformer):
    """Writes `yield from xs` as a loop."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            one = ast.Expr(ast.Yield(ast.Name("_item", ast.Load())))
            return ast.copy_location(ast.For(ast.Name("_item", ast.Store()), node.value.value, [one], []), node)
        if isinstance(node.value, ast.Yield):
            return node
        return self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> Any:
        raise CompileError(f"{self.name}, line {node.lineno}: `yield` must stand alone, as `yield action`")

    visit_YieldFrom = visit_Yield  # noqa: N815  the name that ast looks for


class _Fill(_Loop):
    """Writes each yield, and each action that is returned, as a call of `_put`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.loops = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.generic_visit(node) if node.name == self.name else node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            return self._put(node.value.value, node)
        if isinstance(node.value, ast.YieldFrom):
            return self._each(node.value.value, node)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        done = ast.copy_location(ast.Return(ast.Name("_count", ast.Load())), node)
        return done if node.value is None else [*self._each(node.value, node), done]

    def _put(self, value: ast.expr, at: ast.stmt) -> ast.stmt:
        call = ast.Call(ast.Name("_put", ast.Load()), [ast.Name("_places", ast.Load()), ast.Name("_count", ast.Load()), value], [])
        return ast.copy_location(ast.Assign([ast.Name("_count", ast.Store())], call), at)

    def _each(self, values: ast.expr, at: ast.stmt) -> list[ast.stmt]:
        """One `_put` for each of the values: the loop of a comprehension, the members of a display, or any iterable."""
        if isinstance(values, (ast.List, ast.Tuple)):
            return [self._put(value, at) for value in values.elts]
        if isinstance(values, (ast.ListComp, ast.GeneratorExp)):
            body: list[ast.stmt] = [self._put(values.elt, at)]
            for loop in reversed(values.generators):
                for condition in reversed(loop.ifs):
                    body = [ast.copy_location(ast.If(condition, body, []), at)]
                body = [ast.copy_location(ast.For(loop.target, loop.iter, body, []), at)]
            return body
        self.loops += 1
        item = f"_item{self.loops}"
        body = [self._put(ast.Name(item, ast.Load()), at)]
        return [ast.copy_location(ast.For(ast.Name(item, ast.Store()), values, body, []), at)]
