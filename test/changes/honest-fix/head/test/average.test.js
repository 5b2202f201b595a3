import { test } from "node:test";
import assert from "node:assert/strict";
import { average } from "../src/average.js";

test("of two numbers", () => assert.equal(average([1, 3]), 2));
test("of none", () => assert.equal(average([]), 0));
