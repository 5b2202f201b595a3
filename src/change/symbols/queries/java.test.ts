// Tests which symbols are read from Java.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `package shop;

import java.util.List;
import static java.util.Map.of;
import shop.money.*;

@Entity(name = "order")
public abstract class Order<T extends Item> extends Base implements Priced, Sized {
  @Inject private final int size = 1, count;
  public static final String KIND = "order";
  protected Order(int size) { }

  @Override
  public <R> List<R> items(final String... names) throws IOException { return null; }
  void inPackage() {}

  public enum Kind { SMALL, LARGE(1) { void x() {} }; int value; Kind() {} }
  public record Line(int count, String name) { Line { } public int total() { return 1; } }
  private static class Hidden { public void reach() {} }
}

public interface Asker extends Other {
  int LIMIT = 1;
  void ask(int a);
  default int again() { return 1; }
  private void own() {}
  class Nested {}
}

@interface Marked { String value() default ""; }
`;

test("declarations of a Java file and their visibility", async () => {
  expect(await declaredIn("a.java", text)).toEqual([
    "+ class Order | public abstract class Order<T extends Item> extends Base implements Priced, Sized",
    "- field Order.size | private final int size",
    "- field Order.count | private final int count",
    "+ constant Order.KIND | public static final String KIND",
    "+ method Order.Order | protected Order(int size)",
    "+ method Order.items | public <R> List<R> items(final String... names) throws IOException",
    "- method Order.inPackage | void inPackage()",
    "+ type Order.Kind | public enum Kind",
    "+ enum-member Order.Kind.SMALL | SMALL",
    "+ enum-member Order.Kind.LARGE | LARGE(1)",
    "- field Order.Kind.value | int value",
    "- method Order.Kind.Kind | Kind()",
    "+ class Order.Line | public record Line(int count, String name)",
    "+ field Order.Line.count | int count",
    "+ field Order.Line.name | String name",
    "- method Order.Line.Line | Line",
    "+ method Order.Line.total | public int total()",
    "- class Order.Hidden | private static class Hidden",
    "- method Order.Hidden.reach | public void reach()",
    "+ type Asker | public interface Asker extends Other",
    "+ constant Asker.LIMIT | int LIMIT",
    "+ method Asker.ask | void ask(int a)",
    "+ method Asker.again | default int again()",
    "- method Asker.own | private void own()",
    "+ class Asker.Nested | class Nested",
    "- type Marked | @interface Marked",
    '- method Marked.value | String value() default ""',
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.java", text)).toEqual([
    "import List as List from java.util",
    "import of as of from java.util.Map",
    "import * as - from shop.money",
  ]);
});
