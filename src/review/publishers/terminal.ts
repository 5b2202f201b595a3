// Publishes the draft for a terminal: the findings, gravest first, then the verdict.
import { groupFindings, type FindingGroup, type FindingGroups } from "../group-findings.ts";
import type { JudgedFinding } from "../../findings/finding.ts";
import { eventOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { explanationOf, findingLocation, findingSources, shownQuote } from "../words/finding-lines.ts";
import { sentencesOf } from "../words/sentences.ts";
import {
  advisoryReason,
  headingParts,
  seeMoreLine,
  resultLines,
  uncoveredParts,
  verdictParts,
} from "../words/terminal-texts.ts";
import { oneLine, plain } from "../words/text.ts";
import { painter, severityStyles } from "./paint.ts";
import type { Publisher } from "./publisher.ts";
import { reviewDetails } from "./terminal/review-details.ts";
import { joinWithin, wrapWithin, type Screen } from "./terminal/screen.ts";
import { fit, fitAround, fitPath, lengthOf, pad, wrap } from "./wrap.ts";

export const terminal: Publisher = {
  id: "terminal",
  title: "for reading on a screen",
  extension: "txt",
  render(draft, { colour, width, verbose = false, explains = false }) {
    const screen: Screen = { paint: painter(colour), width: Math.max(40, Math.min(width, 120)) };
    const groups = groupFindings(draft.judged);
    const most = verbose ? everything : limits;
    const found = [
      ...groups.pressing.slice(0, most.pressing).map((group) => entry(group, most.places, screen)),
      noticedSection(groups, most, screen),
      ...advisorySection(groups, most, screen),
    ].filter((section) => section.length > 0);
    const details = verbose ? reviewDetails(draft, screen).filter((section) => section.length > 0) : [];
    const label = explains ? ((groups.pressing[0] ?? groups.noticed[0] ?? groups.advisory[0])?.label ?? null) : null;
    const ending = closing(draft, { isQuiet: found.length === 0, more: verbose ? null : seeMoreLine(label) }, screen);
    const sections = [...found, ...details].flatMap((section) => ["", ...section]);
    return `${[heading(draft, verbose, screen), ...sections, ...(sections.length > 0 ? [""] : []), ...ending].join("\n")}\n`;
  },
};

interface Limits {
  pressing: number;
  noticed: number;
  advisory: number;
  places: number;
}

const everything: Limits = { pressing: Infinity, noticed: Infinity, advisory: Infinity, places: Infinity };
/** More than anybody reads; `--verbose` shows them. */
const limits: Limits = { pressing: 20, noticed: 10, advisory: 8, places: 5 };
const mostTitleLines = 3;
const mostExplanationLines = 3;

function heading({ change }: Draft, verbose: boolean, { paint, width }: Screen): string {
  const { what, why, subject } = headingParts(change, verbose);
  const room = width - lengthOf(what) - " ()".length;
  const more = why.find((text) => lengthOf(text) <= room) ?? (room < shortestSubject ? "" : fit(subject, room));
  return more === "" ? fit(what, width) : `${what}${paint(` (${more})`, "dim")}`;
}

/** Less of a subject says nothing. */
const shortestSubject = 16;

function entry(group: FindingGroup, most: number, screen: Screen): string[] {
  const { lead } = group;
  const { width } = screen;
  const margin = marginOf(group);
  const rows = [
    ...placeRows(lead, sourceAndDoubt(lead), margin, screen),
    ...quoteRows(lead, margin, screen),
    ...consequence(lead, width - margin.length).map((line) => `${margin}${line}`),
    ...otherMembers(group, most, screen),
  ];
  return [...titleRows(group, screen), ...rows];
}

function marginOf({ label }: FindingGroup): string {
  return " ".repeat(Math.max(3, label.length + 1));
}

function titleRows(group: FindingGroup, { paint, width }: Screen): string[] {
  const { label, lead } = group;
  const margin = marginOf(group);
  const title = wrapWithin(`${lead.severity}: ${oneLine(lead.finding.title)}`, width - margin.length, mostTitleLines);
  return title.map((line, index) => {
    if (index > 0) return `${margin}${paint(line, "bold")}`;
    const rest = line.slice(lead.severity.length + 1);
    return `${pad(label, margin.length)}${paint(`${lead.severity}:`, ...severityStyles[lead.severity])}${paint(rest, "bold")}`;
  });
}

/** The place, and beside or under it what else there is to know. */
function placeRows(one: JudgedFinding, about: string, margin: string, { paint, width }: Screen): string[] {
  const room = width - margin.length;
  const place = fitPath(findingLocation(one), room);
  if (lengthOf(`${place}  ${about}`) <= room) return [`${margin}${paint(place, "cyan")}  ${paint(about, "dim")}`];
  return [
    `${margin}${paint(place, "cyan")}`,
    ...wrapWithin(about, room, mostExplanationLines).map((line) => `${margin}${paint(line, "dim")}`),
  ];
}

function sourceAndDoubt(one: JudgedFinding): string {
  const isDisputed = one.marks.some(({ why }) => why.kind === "disputed");
  return [
    findingSources(one),
    ...(one.finding.proof === "argued" ? [`confidence ${one.confidence}/10`] : []),
    ...(isDisputed ? ["disputed between models"] : []),
  ].join(", ");
}

/** The first sentence, and further ones where they fit on its line. */
function consequence(one: JudgedFinding, room: number): string[] {
  const sentences = sentencesOf(explanationOf(one));
  const tooLong = sentences.findIndex((_, at) => lengthOf(sentences.slice(0, at + 1).join(" ")) > room);
  const said = sentences.slice(0, tooLong === -1 ? sentences.length : Math.max(1, tooLong));
  return said.length === 0 ? [] : wrapWithin(said.join(" "), room, mostExplanationLines);
}

/** Lines are truncated beyond the width of any screen. */
const longestQuote = 1000;

function quoteRows({ finding }: JudgedFinding, margin: string, { paint, width }: Screen): string[] {
  const [quote] = finding.evidence;
  const line = plain(shownQuote(quote).split("\n", 1)[0]!.trim().slice(0, longestQuote));
  const names = Array.from(
    plain(finding.title).matchAll(/`([^`]+)`|"([^"]+)"/g),
    ([, code, quoted]) => code ?? quoted!,
  );
  return line === "" ? [] : [`${margin}${paint("│", "dim")} ${fitAround(line, names, width - margin.length - 2)}`];
}

/** The same statement about other places: `also at a.ts:1, b.ts:2 and 7 more`. */
function otherPlaces(places: readonly JudgedFinding[], most: number, margin: string, { width }: Screen): string[] {
  if (places.length === 0) return [];
  const names = [...new Set(places.map(findingLocation))];
  const room = width - margin.length;
  for (let number = Math.min(names.length, most); ; number--) {
    const more = names.length - number;
    const lines = wrap(`also at ${withLines(names.slice(0, number))}${more > 0 ? ` and ${more} more` : ""}`, room);
    if (number === 1 || most === everything.places || lines.length <= mostExplanationLines)
      return lines.map((line) => `${margin}${line}`);
  }
}

/** `a.ts:1,7, b.ts:2` */
function withLines(names: readonly string[]): string {
  const files = Map.groupBy(names, (name) => /^(.*):\d+$/s.exec(name)?.[1] ?? name);
  return [...files]
    .map(([path, [first = "", ...rest]]) => [first, ...rest.map((name) => name.slice(path.length + 1))].join(","))
    .join(", ");
}

/** What else has the cause of the lead. */
function otherMembers(group: FindingGroup, most: number, screen: Screen): string[] {
  const { places, also } = group;
  const margin = marginOf(group);
  return [
    ...otherPlaces(places, most, margin, screen),
    ...also.slice(0, most).map((one) => `${margin}${alsoRow(one, screen.width - margin.length)}`),
    ...(also.length > most ? [`${margin}also: ${also.length - most} more`] : []),
  ];
}

function alsoRow(one: JudgedFinding, room: number): string {
  const place = fitPath(findingLocation(one), Math.floor(room / 2));
  return fit(`also: ${place} ${oneLine(one.finding.title)}`, room);
}

/** One line each; where nothing is left out, with what else has the same cause. */
function noticedSection({ pressing, noticed }: FindingGroups, most: Limits, screen: Screen): string[] {
  const { paint, width } = screen;
  const groups = [...pressing.slice(most.pressing), ...noticed];
  if (groups.length === 0) return [];
  const rows = groups.slice(0, most.noticed).flatMap((group) => {
    const { label, lead, places, also } = group;
    const others = most === everything ? 0 : places.length + also.length;
    const place = `${fitPath(findingLocation(lead), Math.floor(width / 2))}${others > 0 ? ` and ${others} more` : ""}`;
    const title = fit(`${lead.severity}: ${oneLine(lead.finding.title)}`, width - 5 - lengthOf(place));
    return [
      `${pad(label, 3)}${title}  ${paint(place, "cyan")}`,
      ...(most === everything ? otherMembers(group, most.places, screen) : []),
    ];
  });
  return [paint("Also noticed", "bold"), ...rows, ...leftOut(groups.length - most.noticed)];
}

function advisorySection({ advisory }: FindingGroups, most: Limits, screen: Screen): string[][] {
  if (advisory.length === 0) return [];
  const entries = advisory.slice(0, most.advisory).map((group) => {
    const margin = marginOf(group);
    return [
      ...titleRows(group, screen),
      ...placeRows(group.lead, advisoryReason(group.lead), margin, screen),
      ...quoteRows(group.lead, margin, screen),
      ...otherMembers(group, most.places, screen),
    ];
  });
  return [
    [screen.paint("Advisory, not posted", "bold"), ...entries.flat(), ...leftOut(advisory.length - most.advisory)],
  ];
}

function leftOut(number: number): string[] {
  return number > 0 ? [`   and ${number} more; --verbose lists all`] : [];
}

/** The verdict, what it does not cover, and where to read more. A quiet review has one line for each. */
function closing(draft: Draft, { isQuiet, more }: { isQuiet: boolean; more: string | null }, screen: Screen): string[] {
  const { paint, width } = screen;
  const results = resultLines(draft);
  const failed = results.filter(({ ok }) => !ok);
  const passed = results.filter(({ ok }) => ok).map(({ text }) => text);
  const uncovered = uncoveredParts(draft);
  const style = ({ APPROVE: "green", COMMENT: "blue", REQUEST_CHANGES: "red" } as const)[eventOf(draft.decision)];
  const { verdict, because } = verdictParts(draft);
  const rows = isQuiet && failed.length === 0 ? 1 : 3;
  const said = verdict + because;
  const [first = "", ...rest] = wrapWithin(rows === 1 ? joinWithin("", [said, ...passed], width) : said, width, rows);
  return [
    ...failed.flatMap(({ text }) =>
      wrapWithin(text, width - 2, 3).map((line, index) => `${index === 0 ? paint("✗", "red") : " "} ${line}`),
    ),
    ...(rows === 1 ? [] : passed.map((text) => `${paint("✓", "green")} ${fit(text, width - 2)}`)),
    `${paint(first.slice(0, verdict.length), "bold", style)}${first.slice(verdict.length)}`,
    ...rest,
    ...(uncovered.length === 0 ? [] : wrapWithin(joinWithin("Not covered: ", uncovered, width * rows), width, rows)),
    ...(more === null ? [] : [paint(fit(more, width), "dim")]),
  ];
}
