// Tests which symbols are read from PHP.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `<?php
namespace Shop\\Orders;

use Shop\\Money;
use Shop\\Amount as Sum;
use function Shop\\ask;
use Shop\\{Cart, Item as Line};
require_once __DIR__ . '/helpers.php';
include $name;

const LIMIT = 1;
define('KIND', 2);

#[Entity]
abstract class Order extends Base implements Priced
{
    use Counted;
    const A = 1;
    private const B = 2;
    public int $size = 1;
    private $first, $second;
    protected static ?string $kind;
    public function __construct(private readonly int $id, public int $count = 1) {}
    abstract protected function ask(string ...$names): ?int;
    private static function own() {}
    function open() {}
}

interface Asker { const LIMIT = 1; public function ask(); }
trait Counted { function count() {} }
enum Size: string { case Small = 's'; case Large; public function label() {} }
function total(int $a, &$b): void {}
if (!function_exists('fallback')) {
    function fallback() {}
}
`;

test("declarations of a PHP file and their visibility", async () => {
  expect(await declaredIn("a.php", text)).toEqual([
    "+ constant LIMIT | const LIMIT",
    "+ constant KIND | define('KIND', 2)",
    "+ class Order | abstract class Order extends Base implements Priced",
    "+ constant Order.A | const A",
    "- constant Order.B | private const B",
    "+ field Order.size | public int $size",
    "- field Order.first | private $first",
    "- field Order.second | private $second",
    "+ field Order.kind | protected static ?string $kind",
    "+ method Order.__construct | public function __construct(private readonly int $id, public int $count = 1)",
    "- field Order.id | private readonly int $id",
    "+ field Order.count | public int $count",
    "+ method Order.ask | abstract protected function ask(string ...$names): ?int",
    "- method Order.own | private static function own()",
    "+ method Order.open | function open()",
    "+ type Asker | interface Asker",
    "+ constant Asker.LIMIT | const LIMIT",
    "+ method Asker.ask | public function ask()",
    "+ class Counted | trait Counted",
    "+ method Counted.count | function count()",
    "+ type Size | enum Size: string",
    "+ enum-member Size.Small | case Small = 's'",
    "+ enum-member Size.Large | case Large",
    "+ method Size.label | public function label()",
    "+ function total | function total(int $a, &$b): void",
    "+ function fallback | function fallback()",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.php", text)).toEqual([
    "import Money as Money from Shop",
    "import Amount as Sum from Shop",
    "import ask as ask from Shop",
    "import Cart as Cart from Shop",
    "import Item as Line from Shop",
    "require * as - from ./helpers.php",
  ]);
});
