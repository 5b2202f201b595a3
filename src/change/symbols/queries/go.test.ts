// Tests which symbols are read from Go.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `package shop

import "fmt"
import (
	yaml "gopkg.in/yaml.v3"
	. "strings"
	_ "embed"
	"example.com/money/v2"
)

const Limit = 1
const (
	A, b = 1, 2
	C Kind = iota
)

var Shared, own int = 1, 2

type Kind int
type Alias = Kind
type Order struct {
	Size, count int
	Base
	*money.Amount
	Do func(a int) \`json:"do"\`
}
type Asker interface {
	Ask(a int) string
	fmt.Stringer
}
type List[K any] []K

func New[T any](a, b int) (*Order, error) { return nil, nil }
func helper() {}
func (o *Order) Total() int { return 1 }
func (o Order) round() {}
func (l List[K]) Len() int { return 0 }
func (h hidden) Reach() {}
`;

test("declarations of a Go file and their visibility", async () => {
  expect(await declaredIn("a.go", text)).toEqual([
    "+ constant Limit | const Limit",
    "+ constant A | const A, b",
    "- constant b | const A, b",
    "+ constant C | const C Kind",
    "+ variable Shared | var Shared, own int",
    "- variable own | var Shared, own int",
    "+ type Kind | type Kind int",
    "+ type Alias | type Alias = Kind",
    "+ class Order | type Order struct",
    "+ field Order.Size | Size, count int",
    "- field Order.count | Size, count int",
    "+ field Order.Base | Base",
    "+ field Order.Amount | *money.Amount",
    "+ field Order.Do | Do func(a int)",
    "+ type Asker | type Asker interface",
    "+ method Asker.Ask | Ask(a int) string",
    "+ type List | type List[K any] []K",
    "+ function New | func New[T any](a, b int) (*Order, error)",
    "- function helper | func helper()",
    "+ method Order.Total | func (o *Order) Total() int",
    "- method Order.round | func (o Order) round()",
    "+ method List.Len | func (l List[K]) Len() int",
    "- method hidden.Reach | func (h hidden) Reach()",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.go", text)).toEqual([
    "import * as fmt from fmt",
    "import * as yaml from gopkg.in/yaml.v3",
    "import * as - from strings",
    "import nothing as - from embed",
    "import * as money from example.com/money/v2",
  ]);
});
