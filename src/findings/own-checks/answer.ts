// Validates an own check's answer from the sandbox; its findings are rebuilt and gated like all others.
import * as z from "zod";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { categories, passes, severities } from "../finding.ts";
import type { Check, UnitResult } from "../report.ts";

const kindName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, "kinds are named like-this")
  .max(60);
const title = z.string().trim().min(1).max(200);
const explanation = z.string().trim().min(1).max(4000);
const path = z.string().min(1).max(4096);
const text = z.string().max(20_000);
const line = z.int().min(1).max(100_000_000);
const side = z.enum(["base", "head"]);
const claim = z.enum(["present", "absent", "unreachable", "introduced", "mismatch"]);
const confidence = z.int().min(1).max(10);
const root = z.enum(["CODE", "DOC", "NEW"]);

const place = z
  .object({ path, side, start: line, end: line })
  .refine(({ start, end }) => start <= end, { message: "ends before it starts" });
const quote = z.object({ path, side, start: line, end: line, text, masked: text.optional() });

const shortFinding = z.object({
  kind: kindName,
  path,
  line,
  text,
  masked: text.optional(),
  title,
  explanation,
  side: side.optional(),
  claim: claim.optional(),
  confidence: confidence.optional(),
  and: z.array(quote).max(9).optional(),
  fix: text.optional(),
  improvement: z.boolean().optional(),
  root: root.optional(),
});

const wholeFinding = z.object({
  kind: kindName,
  at: place,
  evidence: z.tuple([quote], quote).refine((quotes) => quotes.length <= 10, { message: "has more than 10 quotes" }),
  claim,
  proof: z.enum(["proven", "argued"]),
  severity: z.enum(severities),
  confidence,
  root,
  category: z.enum(categories),
  pass: z.enum(passes),
  improvement: z.boolean(),
  title,
  explanation,
  fix: z.object({ at: place, text }).optional(),
});

/** The runner keeps the first 200 and says how many it leaves out; more than this is not read at all. */
const mostFindings = 5000;

const checkSchema = z.object({
  title,
  passes: z.array(z.enum(passes)).min(1),
  kinds: z
    .record(kindName, z.object({ severity: z.enum(severities), category: z.enum(categories), says: title }))
    .refine((kinds) => Object.keys(kinds).length > 0, { message: "names no kind of finding" }),
});

const resultSchema = z.object({
  // By what it has, so that what is wrong with a finding is said of the form that was meant.
  findings: z.array(z.unknown()).max(mostFindings),
  verdicts: z
    .array(
      z.object({ pass: z.enum(passes), says: z.enum(["findings", "clean", "n/a"]), evidence: z.string().max(1000) }),
    )
    .max(passes.length)
    .optional(),
  read: z
    .array(z.object({ hunk: path, depth: z.enum(["full", "summary"]) }))
    .max(100_000)
    .optional(),
});

type About = Pick<Check, "id" | "kinds" | "passes">;

/** Throws, in words, when the answer is not of the form that it must have. */
export function parseOwnCheckAnswer(id: string, { check, result }: { check: unknown; result?: unknown }): UnitResult {
  const about: About = { id, ...read(checkSchema, check, "the check") };
  const { findings, verdicts, read: hunks } = read(resultSchema, result, "the answer");
  const built = findings.map((one, index) => finding(about, one, `findings[${index}]`));
  return {
    findings: built,
    verdicts: verdicts ?? [
      {
        pass: about.passes[0]!,
        says: built.length > 0 ? "findings" : "clean",
        evidence: `${built.length} found by ${id}`,
      },
    ],
    read: hunks ?? [],
  };
}

/** It has nothing to do here, and says why. */
export function notApplicable(id: string, { check, what }: { check: unknown; what: string }): UnitResult {
  const [pass] = read(checkSchema, check, "the check").passes;
  return {
    findings: [],
    verdicts: [{ pass: pass!, says: "n/a", evidence: what || `${id} has nothing to do` }],
    read: [],
  };
}

function finding(about: About, data: unknown, where: string): RawFinding {
  const isShort = typeof data === "object" && data !== null && "line" in data;
  const one = isShort ? read(shortFinding, data, where) : read(wholeFinding, data, where);
  if (!Object.hasOwn(about.kinds, one.kind)) throw new Error(`${where}: this check has no kind "${one.kind}"`);
  if ("line" in one) return buildFinding(about, one as Parameters<typeof buildFinding>[1]);
  return { ...one, sources: [`PRESCAN:${about.id}`] } as RawFinding;
}

function read<T>(schema: z.ZodType<T>, data: unknown, where: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const { path: at, message } = parsed.error.issues[0]!;
  throw new Error(`${[where, ...at.map(String)].join(".").slice(0, 200)}: ${message.slice(0, 200)}`);
}
