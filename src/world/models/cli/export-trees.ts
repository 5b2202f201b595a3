// Writes the two trees of a change for programs to read: plain files without secrets and without instructions to agents.
import { redactFileLines } from "../../../secrets/redact-file.ts";
import { checkOut, type CheckoutLimits, type CheckoutNeeds, type CheckoutResult } from "../../git/checkout.ts";

export interface ExportedTrees {
  base: string;
  head: string;
  /** The number of files left out of both trees. */
  leftOut: number;
}

export interface TreeExports {
  /** Null: a tree cannot be written. Written once per pair. */
  of(trees: { base: string; head: string }): Promise<ExportedTrees | null>;
  close(): Promise<void>;
}

/** Redaction takes about a second for 3 MB. */
const usualMost: CheckoutLimits = { files: 20_000, bytes: 30_000_000 };
const fileBytes = 500_000;
/** Programs treat these files as instructions from their user, but here they come from the change. */
const instructions = /(?:^|\/)(?:\.(?:claude|gemini|codex|agents)\/|(?:claude|gemini|agents)(?:\.local)?\.md$)/i;

export function openTreeExports(
  needs: Pick<CheckoutNeeds, "git" | "env" | "stop">,
  most: CheckoutLimits = usualMost,
): TreeExports {
  const made = new Map<string, Promise<CheckoutResult>[]>();
  return {
    async of({ base, head }) {
      const key = `${base} ${head}`;
      const readable = { skips: (path: string) => instructions.test(path), fileBytes, rewrite: withoutSecrets };
      const both =
        made.get(key) ??
        (["base", "head"] as const).map((of) => checkOut({ of }, { ...needs, base, head, most, readable }));
      made.set(key, both);
      const [before, after] = await Promise.all(both);
      if (before?.is !== "made" || after?.is !== "made") return null;
      return { base: before.folder, head: after.folder, leftOut: before.leftOut.length + after.leftOut.length };
    },
    async close() {
      const all = await Promise.allSettled([...made.values()].flat());
      made.clear();
      for (const one of all) if (one.status === "fulfilled" && one.value.is === "made") one.value.remove();
    },
  };
}

function withoutSecrets(content: Uint8Array, path: string): Uint8Array {
  if (content.includes(0)) return content;
  return Buffer.from(redactFileLines(path, Buffer.from(content).toString("utf8").split("\n")).join("\n"));
}
