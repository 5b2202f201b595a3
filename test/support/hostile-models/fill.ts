// Makes a value that fits a JSON Schema, whatever the schema is; a hand chooses what stands in each place.
import { objectFields, isFields, asList, text, type Fields } from "../../../src/standin/models/wire/shape.ts";

export interface Spot {
  /** The nearest name: of the property, also for the items of a list. */
  name: string;
  /** The same for all that belongs to one object. */
  thing: number;
  schema: Fields;
}

export interface Hand {
  text(spot: Spot): string;
  number(spot: Spot): number;
  flag(spot: Spot): boolean;
  choose(spot: Spot, options: readonly unknown[]): unknown;
  /** How many items a list gets. */
  items(spot: Spot): number;
}

interface Walk {
  root: Fields;
  hand: Hand;
  things: number;
}

/** Deeper than this a recursive schema is ended as soon as it can be. */
const deepest = 8;

export function fill(schema: unknown, hand: Hand): unknown {
  return valueOf({ root: objectFields(schema), hand, things: 0 }, schema, { name: "", thing: 0, schema: {} }, 0);
}

function valueOf(walk: Walk, schema: unknown, at: Spot, depth: number): unknown {
  const given = resolved(walk.root, schema);
  const spot = { ...at, schema: given };
  if ("const" in given) return given["const"];
  if (Array.isArray(given["enum"])) return walk.hand.choose(spot, given["enum"]);
  const options = [...asList(given["anyOf"]), ...asList(given["oneOf"])];
  if (options.length > 0) return valueOf(walk, chosen(walk, spot, options, depth), spot, depth + 1);
  switch (typeOf(given)) {
    case "object":
      return objectOf(walk, given, depth);
    case "array":
      return arrayOf(walk, spot, depth);
    case "string":
      return fitting(walk.hand.text(spot), given);
    case "integer":
      return Math.trunc(within(walk.hand.number(spot), given));
    case "number":
      return within(walk.hand.number(spot), given);
    case "boolean":
      return walk.hand.flag(spot);
    case "null":
      return null;
    default:
      return walk.hand.text(spot);
  }
}

function resolved(root: Fields, schema: unknown): Fields {
  let given = objectFields(schema);
  for (let hops = 0; typeof given["$ref"] === "string" && hops < 50; hops++) {
    const steps = given["$ref"]
      .replace(/^#\/?/, "")
      .split("/")
      .filter((step) => step !== "");
    given = objectFields(steps.reduce<unknown>((value, step) => objectFields(value)[step], root));
  }
  const all = asList(given["allOf"]).map((part) => resolved(root, part));
  return all.reduce((merged, part) => merge(merged, part), given);
}

function merge(one: Fields, other: Fields): Fields {
  return {
    ...one,
    ...other,
    properties: { ...objectFields(one["properties"]), ...objectFields(other["properties"]) },
    required: [...asList(one["required"]), ...asList(other["required"])],
  };
}

function typeOf(given: Fields): string {
  const { type } = given;
  if (Array.isArray(type)) return text(type.find((one) => one !== "null") ?? "null");
  if (typeof type === "string") return type;
  if (isFields(given["properties"])) return "object";
  return given["items"] === undefined ? "" : "array";
}

function chosen(walk: Walk, spot: Spot, options: readonly unknown[], depth: number): unknown {
  const isNull = (option: unknown) => typeOf(resolved(walk.root, option)) === "null";
  const nothing = options.find(isNull);
  const something = options.filter((option) => !isNull(option));
  if (something.length === 0 || (depth > deepest && nothing !== undefined)) return nothing;
  return walk.hand.choose({ ...spot, schema: {} }, something);
}

function objectOf(walk: Walk, given: Fields, depth: number): Fields {
  const thing = walk.things++;
  const required = new Set(asList(given["required"]));
  const entries = Object.entries(objectFields(given["properties"])).filter(
    ([name]) => depth < deepest || required.has(name),
  );
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, valueOf(walk, inner, { name, thing, schema: {} }, depth + 1)]),
  );
}

function arrayOf(walk: Walk, spot: Spot, depth: number): unknown[] {
  const least = Number(spot.schema["minItems"] ?? 0);
  const most = Number(spot.schema["maxItems"] ?? Number.POSITIVE_INFINITY);
  const wanted = depth > deepest ? 0 : walk.hand.items(spot);
  const length = Math.max(least, Math.min(most, wanted));
  return Array.from({ length }, () => valueOf(walk, spot.schema["items"], spot, depth + 1));
}

function within(value: number, given: Fields): number {
  const least = Number(given["minimum"] ?? given["exclusiveMinimum"] ?? Number.NEGATIVE_INFINITY);
  const most = Number(given["maximum"] ?? given["exclusiveMaximum"] ?? Number.POSITIVE_INFINITY);
  return Math.max(least, Math.min(most, value));
}

function fitting(value: string, given: Fields): string {
  const most = Number(given["maxLength"] ?? Number.POSITIVE_INFINITY);
  const least = Number(given["minLength"] ?? 0);
  return value.slice(0, most).padEnd(least, "x");
}
