// The protocol between a review and an own check in its sandbox: one JSON value per line. Output of the sandbox is
// untrusted.
import * as z from "zod";

const path = z.string().min(1).max(4096);
const side = z.enum(["base", "head"]);

/** What an own check may ask of the code. */
const askSchema = z.union([
  z.strictObject({ ask: z.int(), what: z.literal("read"), side, path }),
  z.strictObject({ ask: z.int(), what: z.literal("paths"), side }),
  z.strictObject({ ask: z.int(), what: z.literal("symbols"), side, path }),
  z.strictObject({
    ask: z.int(),
    what: z.literal("uses"),
    names: z
      .array(
        z
          .string()
          .min(1)
          .max(500)
          .regex(/^[^\n\r\0]+$/),
      )
      .max(2000),
  }),
  z.strictObject({ ask: z.int(), what: z.literal("commits") }),
]);

export type Ask = z.infer<typeof askSchema>;

const endSchema = z.union([
  z.strictObject({ end: z.literal("result"), check: z.unknown(), result: z.unknown().optional() }),
  z.strictObject({ end: z.literal("not-applicable"), check: z.unknown(), what: z.string().max(300) }),
  z.strictObject({ end: z.literal("failed"), why: z.string() }),
]);

export type OwnCheckEnd = z.infer<typeof endSchema>;

/** What a line says; null for one that is none of ours. */
export function parseOwnCheckLine(line: string): Ask | OwnCheckEnd | null {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return null;
  }
  return askSchema.safeParse(data).data ?? endSchema.safeParse(data).data ?? null;
}
