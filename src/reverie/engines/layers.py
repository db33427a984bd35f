"""A model's weights as its products want them: cut into blocks, joined, scaled, and side by side in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from reverie.engines.tensors import Array, Named

HEAD = 32  # numbers per attention head
_BLOCK = 64  # columns of a weight; with a question's forty tokens small enough, with a full batch no slower
_SHORT_SUM = 384  # terms that OpenBLAS adds up in one go, however large the product

# GELU(x) = x/2 (1 + tanh(x (c0 + c1 x² + c2 x⁴))), the coefficients fitted to the true erf: off by 2.5e-5 at most, ten
# times less than the usual cubic. With x scaled (folded into the weights around it) and the square completed it is
# u (1 + tanh(u ((u² + a)² + d))), two passes shorter. Beyond its peak the square is held, as tanh is 1 there.
C0, C1, C2 = 0.7975078828304149, 0.03700564727142775, -0.00035151698135912475
SCALE = -((-C2) ** 0.2)


class Norm(NamedTuple):
    gain: Array
    shift: Array


class Linear(NamedTuple):
    weight: Array  # in, out; in a layer piece, block, in of the piece, out of the block
    bias: Array


class Layer(NamedTuple):
    qkv: Linear
    out: Linear
    after_attention: Norm
    up: Linear
    down: Linear
    after_feed: Norm


def layers(tensors: Named) -> Iterator[Layer]:
    number = 0
    while f"encoder.layer.{number}.output.dense.weight" in tensors:
        at = f"encoder.layer.{number}."
        qkv, out, up, down = _side_by_side(
            _in_blocks(_joined(tensors, at + "attention.self.")),
            _in_blocks(_dense(tensors, at + "attention.output.dense")),
            _in_blocks(_scaled(_dense(tensors, at + "intermediate.dense"), SCALE, SCALE)),
            _in_blocks(_scaled(_dense(tensors, at + "output.dense"), 0.5 / SCALE, 1)),
        )
        after_attention = norm(tensors, at + "attention.output.LayerNorm")
        yield Layer(qkv, out, after_attention, up, down, norm(tensors, at + "output.LayerNorm"))
        number += 1


def _side_by_side(*linears: Linear) -> list[Linear]:
    """A layer's weights in one stretch of memory: of more than 4 MB numpy asks the system for large pages, which spares
    a question, that reads every weight once, looking up ten thousand small ones."""
    whole = np.empty(sum(linear.weight.size for linear in linears), np.float32)
    moved, start = [], 0
    for linear in linears:
        place = whole[start : start + linear.weight.size].reshape(linear.weight.shape)
        place[...] = linear.weight
        moved.append(Linear(place, linear.bias))
        start += linear.weight.size
    return moved


def _joined(tensors: Named, at: str) -> Linear:
    """Query, key and value as one product, the scores' scaling inside it."""
    query, key, value = (_dense(tensors, at + part) for part in ("query", "key", "value"))
    query = _scaled(query, HEAD**-0.5, HEAD**-0.5)
    weight = np.concatenate([query.weight, key.weight, value.weight], axis=1)
    return Linear(weight, np.concatenate([query.bias, key.bias, value.bias]))


def _in_blocks(linear: Linear) -> Linear:
    """Cut into blocks of columns, and into pieces of rows. A question is short, and OpenBLAS takes a small product (of
    up to a million steps) as it lies: a third faster than packing a large matrix for a dozen rows. Longer sums than it
    adds up in one go would come out otherwise in a large product, so they are never left to it."""
    rows, columns = linear.weight.shape
    length = _SHORT_SUM if rows % _SHORT_SUM == 0 else rows
    width = _BLOCK if columns % _BLOCK == 0 and length <= _SHORT_SUM else columns
    cut = linear.weight.reshape(rows // length, length, columns // width, width)
    return Linear(cut.transpose(0, 2, 1, 3), linear.bias)


def _scaled(linear: Linear, weight: float, bias: float) -> Linear:
    return Linear(linear.weight * np.float32(weight), linear.bias * np.float32(bias))


def _dense(tensors: Named, at: str) -> Linear:
    return Linear(np.ascontiguousarray(tensors[at + ".weight"].T), tensors[at + ".bias"])


def norm(tensors: Named, at: str) -> Norm:
    return Norm(tensors[at + ".weight"], tensors[at + ".bias"])
