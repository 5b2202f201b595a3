// Tests which symbols are read from C#.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `using System;
using static System.Math;
using Money = Shop.Amount;

namespace Shop.Orders;

[Serializable]
public abstract partial class Order<T> : Base, IPriced where T : new()
{
    private readonly int _size = 1, _count;
    public const string Kind = "order";
    public int Size { get; private set; } = 1;
    public int Total { get { return 1; } }
    public int Twice => 2;
    public event EventHandler Changed;
    protected Order(int size) : base(size) { }

    [Obsolete]
    public override async Task<int> Ask<R>(string s, int a = 1) where R : class { return 1; }
    public int Again() => 1;
    public int this[int i] => 1;
    internal class Hidden { public void Reach() {} }
}

public interface IAsk { int Limit { get; } void Ask(); private void Own() {} }
public enum Size { Small, Large = 2 }
public record Line(int Count, string Name);
public struct Point { public int X; }
public delegate void Handler(int a);
#if DEBUG
internal class OnlyHere { }
#endif
`;

test("declarations of a C# file and their visibility", async () => {
  expect(await declaredIn("a.cs", text)).toEqual([
    "+ class Order | public abstract partial class Order<T> : Base, IPriced where T : new()",
    "- field Order._size | private readonly int _size",
    "- field Order._count | private readonly int _count",
    "+ constant Order.Kind | public const string Kind",
    "+ field Order.Size | public int Size { get; private set; }",
    "+ field Order.Total | public int Total",
    "+ field Order.Twice | public int Twice",
    "+ field Order.Changed | public event EventHandler Changed",
    "+ method Order.Order | protected Order(int size)",
    "+ method Order.Ask | public override async Task<int> Ask<R>(string s, int a = 1) where R : class",
    "+ method Order.Again | public int Again()",
    "+ method Order.this | public int this[int i]",
    "- class Order.Hidden | internal class Hidden",
    "- method Order.Hidden.Reach | public void Reach()",
    "+ type IAsk | public interface IAsk",
    "+ field IAsk.Limit | int Limit { get; }",
    "+ method IAsk.Ask | void Ask()",
    "- method IAsk.Own | private void Own()",
    "+ type Size | public enum Size",
    "+ enum-member Size.Small | Small",
    "+ enum-member Size.Large | Large = 2",
    "+ class Line | public record Line(int Count, string Name)",
    "+ field Line.Count | int Count",
    "+ field Line.Name | string Name",
    "+ class Point | public struct Point",
    "+ field Point.X | public int X",
    "+ type Handler | public delegate void Handler(int a)",
    "- class OnlyHere | internal class OnlyHere",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.cs", text)).toEqual([
    "import * as - from System",
    "import * as - from System.Math",
    "import Amount as Money from Shop",
  ]);
});
