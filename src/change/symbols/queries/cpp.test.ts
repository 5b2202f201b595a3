// Tests which symbols are read from C and C++.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `#ifndef SHOP_H
#define SHOP_H
#include <vector>
#include "shop/money.h"
#define LIMIT 1
#define TWICE(a) ((a) + (a))

using List = std::vector<int>;
typedef struct { int a; } Plain;
typedef int (*callback)(int);

namespace shop::orders {
template <typename T> class Order final : public Base {
  int hidden;
public:
  int size = 1, *count;
  Order(int size) : size(size) {}
  ~Order();
  void ask(int a) const;
  static int make(int x) { return 1; }
  bool operator==(const Order& other) const;
  operator bool() const;
  enum Kind { Small };
protected:
  virtual void round() = 0;
private:
  int secret;
};
}

struct Point { int x; char name[10]; void (*done)(int); };
enum Size { SMALL, LARGE = 2 };
enum class Color : int { RED };
union Both { int a; };

static int own(int a) { return 1; }
int *make(char **names, ...) { return 0; }
int Order::total() const { return 1; }
void shop::Order<T>::again() {}
int& shared() { static int a; return a; }
template <typename T> T twice(T a) { return a; }
int declared(int a);
extern int counter;
static int mine = 1;
const int fixed = 2;
namespace { int nameless() { return 1; } }
extern "C" { void plain(void); }
#ifdef DEBUG
void debugged() {}
#else
void released() {}
#endif
#endif
TEST(Order, Asks) { ask(); }
EXPORT uint64_t exported(int a);
`;

test("declarations of a C++ file and their visibility", async () => {
  expect(await declaredIn("a.cpp", text)).toEqual([
    "+ macro LIMIT | #define LIMIT",
    "+ macro TWICE | #define TWICE(a)",
    "+ type List | using List = std::vector<int>",
    "+ class Plain | typedef struct",
    "+ field Plain.a | int a",
    "+ type callback | typedef int (*callback)(int)",
    "+ class Order | template <typename T> class Order final : public Base",
    "- field Order.hidden | int hidden",
    "+ field Order.size | int size",
    "+ field Order.count | int *count",
    "+ method Order.Order | Order(int size)",
    "+ method Order.~Order | ~Order()",
    "+ method Order.ask | void ask(int a) const",
    "+ method Order.make | static int make(int x)",
    "+ method Order.operator== | bool operator==(const Order& other) const",
    "+ method Order.operator bool | operator bool() const",
    "+ type Order.Kind | enum Kind",
    "+ enum-member Order.Kind.Small | Small",
    "+ method Order.round | virtual void round()",
    "- field Order.secret | int secret",
    "+ class Point | struct Point",
    "+ field Point.x | int x",
    "+ field Point.name | char name[10]",
    "+ field Point.done | void (*done)(int)",
    "+ type Size | enum Size",
    "+ enum-member Size.SMALL | SMALL",
    "+ enum-member Size.LARGE | LARGE = 2",
    "+ type Color | enum class Color : int",
    "+ enum-member Color.RED | RED",
    "+ class Both | union Both",
    "+ field Both.a | int a",
    "- function own | static int own(int a)",
    "+ function make | int *make(char **names, ...)",
    "+ method Order.total | int Order::total() const",
    "+ method Order.again | void shop::Order<T>::again()",
    "+ function shared | int& shared()",
    "+ function twice | template <typename T> T twice(T a)",
    "+ function declared | int declared(int a)",
    "+ variable counter | extern int counter",
    "- variable mine | static int mine",
    "+ constant fixed | const int fixed",
    "- function nameless | int nameless()",
    "+ function plain | void plain(void)",
    "+ function debugged | void debugged()",
    "+ function released | void released()",
    "+ function exported | EXPORT uint64_t exported(int a)",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.cpp", text)).toEqual(["import * as - from <vector>", "import * as - from shop/money.h"]);
});
