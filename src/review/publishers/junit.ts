// Publishes the draft as JUnit XML for build servers: a suite per check or reviewer, a failure per posted finding.
// Findings that are not posted are skipped cases with a reason, so they do not fail a build.
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report.ts";
import type { Draft } from "../draft.ts";
import { findingLocation, findingTitle } from "../words/finding-lines.ts";
import { outcomeText, fullReport, notRunLine } from "../words/message-texts.ts";
import { ruleIdOf, findingUnit } from "./for-programs/rule-id.ts";
import { element, type Xml } from "./junit/xml.ts";
import type { Publisher } from "./publisher.ts";

export const junit: Publisher = {
  id: "junit",
  title: "JUnit XML, for build servers",
  extension: "xml",
  render: (draft) => `<?xml version="1.0" encoding="UTF-8"?>\n${element(toJunit(draft))}\n`,
};

function toJunit(draft: Draft): Xml {
  const suites = suitesOf(draft);
  const total = (name: "tests" | "failures" | "errors" | "skipped") =>
    suites.reduce((sum, suite) => sum + Number(suite.attributes[name]), 0);
  return {
    name: "testsuites",
    attributes: {
      name: "crosscheck",
      tests: total("tests"),
      failures: total("failures"),
      errors: total("errors"),
      skipped: total("skipped"),
      time: secondsOf(draft.reports.reduce((sum, report) => sum + report.ms, 0)),
    },
    children: suites,
  };
}

/** In the order of the reports; sources with findings but no report come last. */
function suitesOf({ reports, judged }: Draft): Xml[] {
  const byUnit = Map.groupBy(judged, findingUnit);
  const reported = new Set(reports.map((report) => report.unit));
  const others = [...byUnit.keys()].filter((unit) => !reported.has(unit));
  return [
    ...reports.map((report) =>
      suiteOf(report.unit, report.ms, [...ownCase(report), ...casesOf(byUnit.get(report.unit))]),
    ),
    ...others.map((unit) => suiteOf(unit, 0, casesOf(byUnit.get(unit)))),
  ];
}

function suiteOf(unit: string, ms: number, cases: readonly Xml[]): Xml {
  const having = (name: string) => cases.filter((one) => one.children?.some((child) => child.name === name)).length;
  return {
    name: "testsuite",
    attributes: {
      name: unit,
      tests: cases.length,
      failures: having("failure"),
      errors: having("error"),
      skipped: having("skipped"),
      time: secondsOf(ms),
    },
    children: cases,
  };
}

/** The case of the check or reviewer itself: found nothing, did not run, or failed. */
function ownCase(report: Report): Xml[] {
  const found = report.status === "ran" && report.findings.length > 0;
  if (found) return [];
  const attributes = { classname: report.unit, name: report.unit, time: secondsOf(report.ms) };
  if (report.status === "ran") return [{ name: "testcase", attributes }];
  const message = notRunLine(report);
  const child =
    report.status === "failed"
      ? { name: "error", attributes: { type: report.why?.kind ?? "unknown", message } }
      : { name: "skipped", attributes: { message } };
  return [{ name: "testcase", attributes, children: [child] }];
}

function casesOf(judged: readonly JudgedFinding[] = []): Xml[] {
  return judged.map((one) => {
    const { path, side, start } = one.finding.at;
    return {
      name: "testcase",
      attributes: {
        classname: ruleIdOf(one),
        name: `${findingLocation(one)}: ${findingTitle(one)}`,
        file: path,
        ...(side === "head" && start > 0 && { line: start }),
        time: secondsOf(0),
      },
      children: [reachesAuthor(one) ? failure(one) : skipped(one)],
    };
  });
}

function failure(one: JudgedFinding): Xml {
  const rule = ruleIdOf(one);
  return {
    name: "failure",
    attributes: { type: rule, message: findingTitle(one) },
    text: fullReport(one, rule),
  };
}

function skipped(one: JudgedFinding): Xml {
  return { name: "skipped", attributes: { message: outcomeText(one) } };
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3);
}
