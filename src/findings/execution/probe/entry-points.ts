// Recognizes entry points (routes, commands, events, jobs, components, `main`) by how frameworks of each language
// declare them.
import type { Declared } from "../../../change/symbols/symbols.ts";
import { familyOf, clipLine, type LanguageFamily, type ProbeSource } from "./probe-sources.ts";

const entryKinds = ["route", "command", "event", "job", "component", "main", "library"] as const;
type EntryKind = (typeof entryKinds)[number];

export interface EntryPoint {
  kind: EntryKind;
  /** Display name: `GET /users/:id`, `sync`, `UserCard`. */
  name: string;
  line: number;
  /** The route, command or event is known, not only its handler. */
  named: boolean;
}

interface Pattern {
  kind: EntryKind;
  /** Groups `verb` and `name`, if any, give the route or name. */
  on: RegExp;
}

const routes = String.raw`\b\w{0,30}(?:[aA]pp|[rR]outer|[sS]erver|[rR]outes?|[fF]astify)`;

const patterns: Partial<Record<LanguageFamily, readonly Pattern[]>> = {
  script: [
    {
      kind: "route",
      on: new RegExp(
        `${routes}\\s?\\.(?<verb>get|post|put|patch|delete|head|options|all)\\(\\s{0,20}["'\`](?<name>[^"'\`]{1,200})["'\`]\\s*,`,
      ),
    },
    { kind: "route", on: /^\s*@(?<verb>Get|Post|Put|Patch|Delete|Head|All)\(\s*(?:["'`](?<name>[^"'`]{0,200}))?/ },
    { kind: "route", on: /^export (?:async )?function (?<verb>GET|POST|PUT|PATCH|DELETE|HEAD)\(/ },
    { kind: "route", on: /^export const (?:loader|action)\b/ },
    { kind: "command", on: /\.command\(\s*["'`](?<name>[^"'`]{1,100})/ },
    { kind: "event", on: /\.(?:on|once|addEventListener|addListener|subscribe)\(\s*["'`](?<name>[\w:. -]{1,80})["'`]/ },
    {
      kind: "event",
      on: /^\s*@(?:MessagePattern|EventPattern|OnEvent|SubscribeMessage)\(\s*(?:["'`](?<name>[^"'`]{0,100}))?/,
    },
    { kind: "event", on: /^(?:export (?:const|async function|function) handler\b|(?:module\.)?exports\.handler\s*=)/ },
    { kind: "job", on: /^\s*@(?:Cron|Interval|Process|Processor)\(|\bcron\.schedule\(|\bnew (?:CronJob|Worker)\(/ },
  ],
  python: [
    {
      kind: "route",
      on: /^\s*@[\w.]{1,60}\.(?<verb>route|get|post|put|patch|delete|websocket|api_route)\(\s*[rf]?["'](?<name>[^"']{0,200})/,
    },
    { kind: "route", on: /^\s*(?:re_path|path|url)\(\s*r?["'](?<name>[^"']{0,200})["']\s*,/ },
    { kind: "route", on: /^class \w+\([^)]{0,200}(?:View|ViewSet|APIView|Resource|RequestHandler)\b/ },
    { kind: "route", on: /^\s*@(?:api_view|require_http_methods|login_required)\b/ },
    {
      kind: "command",
      on: /^\s*@(?:[\w.]{1,60}\.)?(?:command|group)\((?:\s*(?:name\s*=\s*)?["'](?<name>[^"']{1,80}))?/,
    },
    { kind: "command", on: /\.add_parser\(\s*["'](?<name>[^"']{1,80})/ },
    { kind: "command", on: /^class Command\(\w{0,40}BaseCommand/ },
    { kind: "job", on: /^\s*@(?:[\w.]{1,60}\.)?(?:shared_task|task|periodic_task|actor|job|scheduled_job)\b/ },
    { kind: "event", on: /^\s*@(?:[\w.]{1,60}\.)?(?:receiver|event|on_event|listens_for|event_handler)\(/ },
    { kind: "event", on: /^def (?:lambda_handler|handler)\(/ },
    { kind: "main", on: /^if __name__ == ["']__main__["']|^(?:async )?def main\(/ },
  ],
  go: [
    {
      kind: "route",
      on: /\.(?<verb>HandleFunc|Handle|Handler|GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete)\(\s*"(?<name>[^"]{1,200})"\s*,/,
    },
    {
      kind: "route",
      on: /^func [^{]{0,200}(?:\bhttp\.ResponseWriter\b|\*gin\.Context\b|\becho\.Context\b|\*fiber\.Ctx\b)/,
    },
    {
      kind: "command",
      on: /^func [^{]{0,200}\*cobra\.Command\b|\bcobra\.Command\{|\bcli\.Command\{|^func [^{]{0,200}\*cli\.Context\b/,
    },
    { kind: "event", on: /\blambda\.Start\(/ },
    { kind: "main", on: /^func main\(\)/ },
  ],
  rust: [
    { kind: "route", on: /^\s*#\[(?:\w{1,40}::)?(?<verb>get|post|put|patch|delete|head)\(\s*"(?<name>[^"]{0,200})/ },
    { kind: "route", on: /\.route\(\s*"(?<name>[^"]{1,200})"/ },
    { kind: "command", on: /^\s*#\[tauri::command/ },
    { kind: "main", on: /^\s*(?:pub )?(?:async )?fn main\(/ },
  ],
  java: [
    {
      kind: "route",
      on: /^\s*@(?<verb>Get|Post|Put|Patch|Delete|Request)(?:Mapping)?\b(?:\(\s*(?:(?:value|path|uri)\s*=\s*)?\{?\s*"(?<name>[^"]{0,200}))?/,
    },
    { kind: "route", on: /^\s*@(?<verb>GET|POST|PUT|PATCH|DELETE)\s*$|^\s*@Path\(\s*"(?<name>[^"]{0,200})/ },
    { kind: "route", on: /\bvoid do(?<verb>Get|Post|Put|Delete)\(/ },
    { kind: "event", on: /^\s*@(?:Kafka|Rabbit|Jms|Sqs|Event|Stream)Listener\b/ },
    { kind: "job", on: /^\s*@Scheduled\b/ },
    { kind: "main", on: /\bpublic static void main\(/ },
  ],
  csharp: [
    { kind: "route", on: /^\s*\[Http(?<verb>Get|Post|Put|Patch|Delete)(?:\("(?<name>[^"]{0,200}))?/ },
    { kind: "route", on: /\.Map(?<verb>Get|Post|Put|Patch|Delete)\(\s*"(?<name>[^"]{0,200})/ },
    { kind: "main", on: /\bstatic (?:async )?(?:void|int|Task(?:<int>)?) Main\(/ },
  ],
  ruby: [
    { kind: "route", on: /^\s*(?<verb>get|post|put|patch|delete)\s+["'](?<name>[^"']{1,200})["'].{0,80}\bdo\b/ },
    { kind: "route", on: /^\s*class \w{1,60}Controller\b/ },
    { kind: "job", on: /^\s*class \w{1,60}(?:Job|Worker)\b/ },
    { kind: "command", on: /^\s*task\s+:?(?<name>\w{1,60})/ },
  ],
  php: [
    { kind: "route", on: /\bRoute::(?<verb>get|post|put|patch|delete|any)\(\s*["'](?<name>[^"']{0,200})/ },
    { kind: "route", on: /#\[Route\(\s*["'](?<name>[^"']{0,200})/ },
    { kind: "route", on: /\bclass \w{1,60}Controller\b/ },
    { kind: "job", on: /\bimplements ShouldQueue\b/ },
  ],
};

/** The entry point of a line: on the line itself, its enclosing lines, or decorators above its declaration. */
export function entryAt(source: ProbeSource, line: number, declared: Declared | null): EntryPoint | null {
  const family = familyOf(source.path);
  for (const at of surroundingLines(source, line, declared))
    for (const pattern of (family && patterns[family]) ?? []) {
      const groups = pattern.on.exec(textAt(source, at))?.groups;
      if (groups !== undefined || pattern.on.test(textAt(source, at)))
        return { ...nameOf(pattern, groups, source, declared), line: at };
    }
  return entryByFile(source, line, declared);
}

/** A line that ends with an opening bracket is joined with the next one. */
function textAt({ lines }: ProbeSource, line: number): string {
  const text = clipLine(lines[line - 1]);
  return /[([{]\s*$/.test(text) ? `${text.trimEnd()}${clipLine(lines[line]).trimStart()} ` : text;
}

function nameOf(
  { kind }: Pattern,
  groups: Record<string, string> | undefined,
  source: ProbeSource,
  declared: Declared | null,
): Omit<EntryPoint, "line"> {
  const verb = /^(?:get|post|put|patch|delete|head|options)$/i.exec(groups?.verb ?? "")?.[0].toUpperCase();
  const said = groups?.name?.trim() ?? "";
  // Next.js routes are folders.
  const folder = kind === "route" ? /(?:^|\/)app\/(?:(.{1,200})\/)?route\.[jt]sx?$/.exec(source.path) : null;
  const given = folder ? (folder[1] ?? "/") : said;
  const isWhole = given === "" || /^(?:[A-Z]{3,7} )?\//.test(given);
  const path = kind === "route" && !isWhole ? `/${given}` : given;
  const own = declared?.name ?? source.path;
  const name = [verb ?? "", path === "" ? (kind === "route" || verb === undefined ? own : "") : path]
    .filter((part) => part !== "")
    .join(" ");
  return { kind, name: name === "" ? own : name, named: path !== "" };
}

/** Limits for enclosing lines and decorators. */
const reach = { openers: 400, marks: 6 };

function* surroundingLines({ lines }: ProbeSource, line: number, declared: Declared | null): Generator<number> {
  yield line;
  let indent = indentOf(lines[line - 1] ?? "");
  for (let at = line - 1; at >= Math.max(1, line - reach.openers) && indent > 0; at--) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    yield at;
  }
  if (declared === null) return;
  for (let at = declared.start; at <= declared.line; at++) yield at;
  for (let at = declared.start - 1; at >= Math.max(1, declared.start - reach.marks); at--) {
    if (!/^\s*(?:@|#\[|\[)/.test(lines[at - 1] ?? "")) return;
    yield at;
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

const library =
  /^(?:(?:packages|libs|modules)\/(?:@[^/]+\/)?[^/]+\/)?(?:src\/)?(?:index\.[cm]?[jt]sx?|lib\.rs)$|^(?:src\/)?\w+\/__init__\.py$/;

/** Entry points by file name and folder. */
function entryByFile(source: ProbeSource, line: number, declared: Declared | null): EntryPoint | null {
  const { path, lines } = source;
  const own = declared?.name ?? path;
  const made = (kind: EntryKind, name: string, named = false): EntryPoint => ({
    kind,
    name,
    line: declared?.line ?? line,
    named,
  });
  const api = /(?:^|\/)pages\/(api\/.{1,200})\.[jt]sx?$/.exec(path)?.[1];
  if (api !== undefined) return made("route", `/${api.replace(/\/index$/, "")}`, true);
  if (/(?:^|\/)app\/controllers\//.test(path) || /(?:^|\/)Http\/Controllers\//.test(path)) return made("route", own);
  if (/(?:^|\/)(?:page|layout)\.[jt]sx$|(?:^|\/)pages\/.{1,200}\.[jt]sx$/.test(path))
    return made("component", path, true);
  if (/\.[jt]sx$/.test(path) && /^[A-Z]/.test(declared?.name ?? "")) return made("component", own, true);
  if (declared?.name === "main" && declared.within === null) return made("main", path);
  if ((declared === null || !declared.exported) && isExecutable(path, lines)) return made("main", path);
  if (library.test(path) && (declared === null || declared.exported)) return made("library", own);
  return null;
}

function isExecutable(path: string, lines: readonly string[]): boolean {
  return (
    (lines[0] ?? "").startsWith("#!") ||
    /(?:^|\/)(?:bin|cmd)\/[^/]+\.[cm]?[jt]s$|(?:^|\/)(?:main|cli|server)\.[cm]?[jt]s$|(?:^|\/)(?:__main__|manage|wsgi|asgi)\.py$/.test(
      path,
    )
  );
}
