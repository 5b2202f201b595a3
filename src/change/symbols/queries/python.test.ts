// Tests which symbols are read from Python.
import { expect, test } from "vitest";
import { declaredIn, exportsIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `import os.path, json as j
from shop.cart import Cart as Basket, total
from . import models
from ..base import *

LIMIT: int = 1
_hidden = 2
first, second = 1, 2
first = 3
__all__ = ["LIMIT", "_kept", "total"]
__all__ += ["ask"]

@cached
async def ask(a: int = 1, *rest, key=None) -> str:  # asks
    import late
    def inner(): ...
    return ""

def _kept(): pass
def _private(): pass

class Order(Base, metaclass=Meta):
    size: int
    kind = "a"

    @property
    def price(self) -> float:
        return 1.0

    def _round(self): ...
    def __init__(self): self.x = 1

    class Line:
        pass

type Pair = tuple[int, int]

if TYPE_CHECKING:
    from typing import Any
else:
    def fallback(): pass

try:
    import fast
except ImportError:
    fast = None
`;

test("declarations of a Python file and their visibility", async () => {
  expect(await declaredIn("a.py", text)).toEqual([
    "+ constant LIMIT | LIMIT: int",
    "- variable _hidden | _hidden",
    "+ variable first | first, second",
    "+ variable second | first, second",
    "+ function ask | async def ask(a: int = 1, *rest, key=None) -> str",
    "+ function _kept | def _kept()",
    "- function _private | def _private()",
    "+ class Order | class Order(Base, metaclass=Meta)",
    "+ field Order.size | size: int",
    "+ field Order.kind | kind",
    "+ method Order.price | def price(self) -> float",
    "- method Order._round | def _round(self)",
    "+ method Order.__init__ | def __init__(self)",
    "+ class Order.Line | class Line",
    "+ type Pair | type Pair = tuple[int, int]",
    "+ function fallback | def fallback()",
    "+ variable fast | fast",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.py", text)).toEqual([
    "import * as os from os.path",
    "import * as j from json",
    "import Cart as Basket from shop.cart",
    "import total as total from shop.cart",
    "import models as models from .",
    "import * as - from ..base",
    "import * as late from late",
    "import Any as Any from typing",
    "import * as fast from fast",
  ]);
});

test("re-exports", async () => {
  expect(await exportsIn("a.py", text)).toEqual([
    "LIMIT as LIMIT",
    "_kept as _kept",
    "total as total from shop.cart",
    "ask as ask",
  ]);
});
