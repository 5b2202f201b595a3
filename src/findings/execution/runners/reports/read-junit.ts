// Reads JUnit reports in the dialects of surefire, Gradle, pytest, go-junit-report, jest-junit, Node and PHPUnit. The
// file is untrusted: no entities are expanded except the five of XML and numeric ones, and depth, size and count are
// limited.
import { XMLParser } from "fast-xml-parser";
import { mostCases, mostDetail, mostReport, type RawCase } from "./raw-case.ts";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Declared entities stay unexpanded; standard ones are replaced below.
  processEntities: false,
  cdataPropName: "#cdata",
  // Unused, and costly for each tag.
  jPath: false,
  maxNestedTags: 60,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Byte order mark, declaration and comments before the first tag; no DOCTYPE. */
const opening = /^\ufeff?\s*(?:<\?xml[^>]{0,500}\?>\s*)?(?:<!--[^-]{0,2000}-->\s*)?<testsuites?[\s/>]/;

/** Null if it is no valid JUnit report. */
export function readJUnit(xml: string): readonly RawCase[] | null {
  if (xml.length > mostReport || !opening.test(xml)) return null;
  let nodes: Node[];
  try {
    nodes = nodesOf(parser.parse(xml));
  } catch {
    return null;
  }
  const found: RawCase[] = [];
  for (const node of nodes) if (/^testsuites?$/.test(node.tag)) readSuite(node, { suite: "", file: null }, found);
  return found;
}

interface Node {
  tag: string;
  attributes: Readonly<Record<string, unknown>>;
  children: unknown;
}

interface Around {
  suite: string;
  file: string | null;
}

function nodesOf(list: unknown): Node[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): Node[] => {
    const { ":@": attributes, ...rest } = asRecord(item);
    return Object.entries(rest).map(([tag, children]) => ({ tag, attributes: asRecord(attributes), children }));
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function attribute({ attributes }: Node, name: string): string | null {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : null;
  return typeof value === "string" ? unescaped(value) : null;
}

function readSuite(node: Node, around: Around, found: RawCase[]): void {
  const inside = {
    // The root's name is the tool's, not a group.
    suite: node.tag === "testsuites" ? "" : joined(around.suite, attribute(node, "name")),
    file: attribute(node, "file") ?? attribute(node, "filepath") ?? around.file,
  };
  for (const child of nodesOf(node.children)) {
    if (found.length >= mostCases) return;
    if (child.tag === "testsuite") readSuite(child, inside, found);
    else if (child.tag === "testcase") found.push(caseOf(child, inside));
    else if (isFailure(child.tag)) found.push({ ...failureOf(child), ...unnamed(inside) });
  }
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" > ");
}

function unnamed({ suite, file }: Around) {
  return { suite, classname: "", name: "", file, status: "failed", ms: null } as const;
}

function caseOf(node: Node, { suite, file }: Around): RawCase {
  const children = nodesOf(node.children);
  const failure = children.find(({ tag }) => isFailure(tag));
  const skipped = children.find(({ tag }) => tag === "skipped" || tag === "disabled");
  const named = {
    suite,
    classname: attribute(node, "classname") ?? "",
    name: attribute(node, "name") ?? "",
    file: attribute(node, "file") ?? file,
    ms: milliseconds(attribute(node, "time") ?? attribute(node, "duration")),
  };
  // `flakyFailure` and `flakyError` passed in a rerun.
  if (failure) return { ...named, status: "failed", ...failureOf(failure) };
  if (skipped) return { ...named, status: "skipped", ...failureOf(skipped) };
  const status = /^(?:notrun|disabled|skipped)$/i.test(attribute(node, "status") ?? "") ? "skipped" : "passed";
  return { ...named, status, message: null, detail: null };
}

function isFailure(tag: string): boolean {
  return tag === "failure" || tag === "error" || tag === "rerunFailure" || tag === "rerunError";
}

function failureOf(node: Node): Pick<RawCase, "message" | "detail"> {
  const detail = textOf(node);
  const said = attribute(node, "message") ?? "";
  const type = attribute(node, "type") ?? "";
  const line = detail?.trimStart().split("\n", 1)[0]?.trim() ?? "";
  return { message: [said, line, type].find((one) => one.trim() !== "") ?? null, detail };
}

/** Text of the node and its children, such as `stackTrace`. */
function textOf({ children }: Node): string | null {
  let text = "";
  const read = (nodes: readonly Node[]) => {
    for (const child of nodes) {
      if (text.length > mostDetail) return;
      if (child.tag === "#text") text += unescaped(String(child.children));
      else if (child.tag === "#cdata") text += cdata(child.children);
      else read(nodesOf(child.children));
    }
  };
  read(nodesOf(children));
  return text.trim() === "" ? null : text.slice(0, mostDetail);
}

function cdata(children: unknown): string {
  const [first] = Array.isArray(children) ? children : [];
  const text = asRecord(first)["#text"];
  return typeof text === "string" ? text : "";
}

/** From seconds; older surefire writes a thousands separator. */
function milliseconds(seconds: string | null): number | null {
  if (seconds === null || seconds.trim() === "") return null;
  const number = Number(seconds.replaceAll(",", ""));
  return Number.isFinite(number) && number >= 0 ? Math.round(number * 1000) : null;
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
