// Turns scenarios that always fail into findings on the eval file.
import { startOfText } from "../../../secrets/cut-text.ts";
import { addedLines } from "../../../change/diff.ts";
import type { Change } from "../../../change/change.ts";
import type { RawFinding } from "../../build-finding.ts";
import type { EvalEvidence } from "../evidence.ts";
import type { Project } from "../runner.ts";
import type { FindScenario, EvalLocation } from "./find-scenario.ts";
import { isRegression } from "./scenarios.ts";

type Scenario = EvalEvidence["scenarios"][number];

const mostFailures = 20;
const longestName = 200;
const longestMessage = 800;

export async function evalFindings(
  scenarios: readonly Scenario[],
  change: Pick<Change, "files">,
  head: Project,
  find: FindScenario,
): Promise<RawFinding[]> {
  const failed = scenarios
    .filter(({ is, onBase }) => is === "failed" && onBase !== "failed")
    .toSorted((a, b) => Number(isRegression(b)) - Number(isRegression(a)))
    .slice(0, mostFailures);
  const found = await Promise.all(
    failed.map(async (scenario) => {
      const places = [await find(scenario), ...fallbacks(scenario, change)].filter((place) => place !== null);
      for (const place of places) {
        const text = await lineAt(head, place);
        if (text !== null && text.trim() !== "") return evalFinding(scenario, place, text);
      }
      return null;
    }),
  );
  return found.filter((finding) => finding !== null);
}

/** A generated name is in no file: fall back to the eval file. */
function fallbacks({ file }: Scenario, { files }: Pick<Change, "files">): EvalLocation[] {
  if (file === null) return [];
  const changed = files.find(({ newPath }) => newPath === file);
  const added = changed ? addedLines(changed).next().value : undefined;
  return [...(added ? [{ path: file, line: added.line }] : []), { path: file, line: 1 }];
}

async function lineAt(head: Project, { path, line }: EvalLocation): Promise<string | null> {
  if (!head.paths.includes(path)) return null;
  return (await head.read(path))?.split("\n")[line - 1] ?? null;
}

function evalFinding(scenario: Scenario, { path, line }: EvalLocation, text: string): RawFinding {
  const { name, file, message } = scenario;
  const at = { path, side: "head", start: line, end: line } as const;
  const worse = isRegression(scenario);
  const said = (message ?? "").trim();
  const why = said === "" ? "It gives no reason." : `Message: ${cut(said, longestMessage)}`;
  return {
    kind: worse ? "eval-failure" : "new-eval-failure",
    at,
    evidence: [{ ...at, text }],
    claim: "present",
    proof: "proven",
    severity: worse ? "high" : "low",
    confidence: 9,
    root: "CODE",
    category: worse ? "correctness" : "tests",
    pass: "tests",
    improvement: false,
    title:
      name === "" ? `Evals of ${file ?? "the project"} cannot be run` : `The eval "${cut(name, longestName)}" fails`,
    explanation: `It was run twice on the change, and again for each time, and failed every time. ${statusOnBase(scenario)} ${why}`,
    sources: ["TEST"],
  };
}

function statusOnBase({ existing, onBase }: Scenario): string {
  if (!existing) return "The base does not have it.";
  return onBase === "passed" ? "On the base it passes." : "It is not new.";
}

function cut(text: string, most: number): string {
  return text.length > most ? `${startOfText(text, most)}…` : text;
}
