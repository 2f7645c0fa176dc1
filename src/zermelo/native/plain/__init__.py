"""The compiler of rules that are written in plain Python: their source to LLVM's instructions, their states to bytes.

`rules.compiled` is the way in. A rule is written from its syntax tree while the kinds of its values are worked out (program, then the
layers of one class that writes: emitter, operations, containers, loops, calls, expressions, statements, packing).
"""
