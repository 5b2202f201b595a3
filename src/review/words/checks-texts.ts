// Defines the texts of the list of checks and of one check, for a terminal. `docs/checks.md` is generated from the same
// parts.
import type { Check, Example } from "../../findings/report.ts";
import { painter, severityStyles } from "../publishers/paint.ts";
import { pad, wrap } from "../publishers/wrap.ts";

interface Screen {
  colour: boolean;
  width: number;
}

export function checksJson(checks: readonly Check[]) {
  return checks.map(({ id, title, passes, explains, kinds, examples, unproven }) => ({
    id,
    title,
    advisory: unproven === true,
    advisoryKinds: unproven === true ? Object.keys(kinds) : (unproven ?? []),
    passes,
    explains,
    kinds,
    examples,
  }));
}

export function checkList(checks: readonly Check[], { colour, width }: Screen): string {
  const paint = painter(colour);
  const column = Math.max(...checks.map((check) => check.id.length)) + 2;
  const rows = checks.flatMap((check) =>
    wrap(titled(check), Math.max(30, width - column - 2)).map(
      (line, index) => `  ${paint(pad(index === 0 ? check.id : "", column), "bold")}${line}`,
    ),
  );
  return `${rows.join("\n")}\n\ncrosscheck checks <id> explains one; .crosscheck.yml turns each on, off or advisory. Those marked advisory\nare shown and not posted unless they are turned on: docs/precision.md says why.\n`;
}

/** A check whose precision is unproven is labelled wherever checks are listed. */
function titled({ title, unproven }: Check): string {
  if (unproven === undefined) return title;
  return `${title} (${unproven === true ? "advisory" : "partly advisory"})`;
}

/** The text below a check's title in docs/checks.md. */
export function advisoryNote({ unproven }: Pick<Check, "unproven">): string {
  if (unproven === undefined) return "";
  const which = unproven === true ? "Advisory" : `${unproven.map((kind) => `\`${kind}\``).join(", ")} advise only`;
  return ` ${which} unless \`.crosscheck.yml\` turns it on: [not yet proven](precision.md).`;
}

export function checkPage(check: Check, { colour, width }: Screen): string {
  const paint = painter(colour);
  const room = Math.min(width, 100);
  const kinds = Object.entries(check.kinds).map(
    ([id, kind]) =>
      `  ${pad(id, 26)}${paint(pad(kind.severity, 9), ...severityStyles[kind.severity])}${kind.says}${advises(check, id)}`,
  );
  return [
    `${paint(check.id, "bold")}: ${titled(check)}`,
    "",
    ...wrap(check.explains, room),
    "",
    paint("Reports", "bold"),
    ...kinds,
    "",
    paint("For example", "bold"),
    ...check.examples.bad.flatMap((example) => exampleLines(example, "reported")),
    "",
    paint("Leaves alone", "bold"),
    ...check.examples.good.flatMap((example) => exampleLines(example, "quiet")),
    "",
    `Silence one line with a comment: crosscheck-ignore ${check.id}: why`,
    "",
  ].join("\n");
}

/** Where only some kinds are advisory, each is labelled. */
function advises({ unproven }: Check, kind: string): string {
  return Array.isArray(unproven) && unproven.includes(kind) ? " (advisory)" : "";
}

function exampleLines(example: Example, kind: "reported" | "quiet"): string[] {
  const places = kind === "reported" ? (example.expect ?? []).map((place) => `      → ${place}`) : [];
  return [`  ${example.name}${example.title ? ` (title: "${example.title}")` : ""}`, ...places];
}
