// Publishes the draft as SARIF 2.1.0 for GitHub code scanning, editors and dashboards. GitHub opens an alert for every
// result, whatever its `suppressions`, `kind` or `level` (github/codeql-action#1230, microsoft/PSRule#955). So only
// posted findings are results; the others are complete results too, but in the run's property bag under `notPosted`.
import { reachesAuthor } from "../../findings/finding.ts";
import type { Invocation, Log, Notification, Run, VersionControlDetails } from "sarif";
import { omissionText } from "../words/reasons.ts";
import { notRunLine } from "../words/message-texts.ts";
import { eventOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { inert } from "./for-programs/inert.ts";
import { printJson } from "./for-programs/print-json.ts";
import { ruleIdOf } from "./for-programs/rule-id.ts";
import type { Publisher } from "./publisher.ts";
import { sarifResult, root } from "./sarif/sarif-result.ts";
import { sarifRules } from "./sarif/sarif-rules.ts";

export const sarif: Publisher = {
  id: "sarif",
  title: "SARIF 2.1.0, for code scanning",
  extension: "sarif",
  render: (draft, { version }) => printJson(toSarif(draft, version)),
};

function toSarif(draft: Draft, version: string): Log {
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [runOf(draft, version)],
  };
}

function runOf(draft: Draft, version: string): Run {
  const { change, judged, decision } = draft;
  const rules = sarifRules(judged);
  const indexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const results = (posted: boolean) =>
    judged
      .filter((one) => reachesAuthor(one) === posted)
      .map((one) => sarifResult(one, indexes.get(ruleIdOf(one)) ?? -1));
  return {
    tool: { driver: { name: "Crosscheck", version, rules } },
    invocations: [invocationOf(draft)],
    ...provenanceOf(draft),
    originalUriBaseIds: { [root]: { description: { text: "The top folder of the repository." } } },
    columnKind: "utf16CodeUnits",
    results: results(true),
    properties: { event: eventOf(decision), base: change.base, head: change.head, notPosted: results(false) },
  };
}

/** By the specification, a notification of level `error` means that the results may be incomplete; so does the flag. */
function invocationOf({ reports, change }: Draft): Invocation {
  const notRun = reports.filter((report) => report.status !== "ran");
  return {
    executionSuccessful: notRun.every((report) => report.status !== "failed"),
    toolExecutionNotifications: [
      ...notRun.map((report): Notification => ({
        descriptor: { id: report.unit },
        level: report.status === "failed" ? "error" : "note",
        message: { text: inert(notRunLine(report)) },
      })),
      ...change.cuts.map((cut): Notification => ({
        descriptor: { id: cut.kind },
        level: "note",
        message: { text: inert(omissionText(cut)) },
      })),
    ],
  };
}

/** Only a pull request has a repository URL. */
function provenanceOf({ change: { from, head } }: Draft): { versionControlProvenance?: VersionControlDetails[] } {
  if (from.kind === "local") return {};
  const { host, owner, repo } = from.pull;
  const repositoryUri = new URL(`https://${host}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`).href;
  return { versionControlProvenance: [{ repositoryUri, revisionId: head, mappedTo: { uriBaseId: root } }] };
}
