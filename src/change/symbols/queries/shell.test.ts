// Tests which symbols are read from shell scripts.
import { expect, test } from "vitest";
import { declaredIn, importsIn } from "../../../../test/support/symbols-of.ts";

const text = `source ./lib.sh
. "$HERE/more.sh"
source "$(dirname "$0")/found.sh"

LIMIT=1
LIMIT=2
export SHARED=2
readonly FIXED=3
declare -r ALSO=1

ask() {
  local own=1
  echo "$own"
}
function again { :; }
if true; then
  fallback() { :; }
fi
`;

test("declarations of a shell file and their visibility", async () => {
  expect(await declaredIn("a.sh", text)).toEqual([
    "+ variable LIMIT | LIMIT",
    "+ variable SHARED | SHARED",
    "+ constant FIXED | FIXED",
    "+ constant ALSO | ALSO",
    "+ function ask | ask()",
    "+ function again | function again",
    "+ function fallback | fallback()",
  ]);
});

test("imports", async () => {
  expect(await importsIn("a.sh", text)).toEqual(["import * as - from ./lib.sh", "import * as - from $HERE/more.sh"]);
});
