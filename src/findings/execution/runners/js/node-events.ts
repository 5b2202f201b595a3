// Parses the events of Node's test runner from a reporter of our own, passed as a data URL so that the tree stays
// untouched. Neither its JUnit nor its TAP report has all of file, hook failure and location.
import { asObject, type JsonObject } from "../../../../change/symbols/repository-files.ts";
import { framePath } from "./stack-frames.ts";
import { asMs, asText, parseJsonReport } from "./js-results.ts";

const reporter = [
  // Thrown values may not convert to a string.
  "const text=(one)=>{try{return one===undefined||one===null?one:String(one)}catch{return'?'}};",
  "export default async function*(events){",
  "for await(const{type,data}of events){",
  "if(!['test:pass','test:fail','test:stderr','test:diagnostic'].includes(type))continue;",
  "const{name,nesting,file,line,skip,todo,message,details}=data;",
  "const error=details?.error,cause=error?.cause??error;",
  "yield JSON.stringify({type,name,nesting,file,line,skip,todo,message,",
  "ms:details?.duration_ms,kind:details?.type,why:error?.failureType,",
  "said:text(cause?.message??cause),stack:text(cause?.stack)})+String.fromCharCode(10)}}",
].join("");

/** Percent-encodes characters with a meaning in URLs. */
export const eventReporter = `data:text/javascript,${reporter.replaceAll(/[%#?]/g, encodeURIComponent)}`;

export interface TestEvent {
  passed: boolean;
  name: string;
  nesting: number;
  /** Path from the root; null if it is outside. */
  file: string | null;
  /** The event is about the file itself. */
  isFile: boolean;
  isSkipped: boolean;
  isSuite: boolean;
  ms: number | null;
  why: string;
  said: string;
  stack: string;
}

export interface Events {
  tests: readonly TestEvent[];
  /** stderr and Node's diagnostics by file. */
  errors: ReadonlyMap<string, string>;
}

const mostErrors = 20_000;

/** Null without events. */
export function parseNodeEvents(text: string, cwd: string): Events | null {
  const tests: TestEvent[] = [];
  const errors = new Map<string, string>();
  const lines = text
    .split("\n")
    .map((line) => asObject(parseJsonReport(line === "" ? null : line)))
    .filter((event) => event !== null);
  for (const event of lines) {
    const file = framePath(asText(event["file"]), cwd);
    if (event["type"] === "test:pass" || event["type"] === "test:fail") tests.push(testEvent(event, file, cwd));
    else if (file !== null && isWorthKeeping(event))
      errors.set(file, `${errors.get(file) ?? ""}${asText(event["message"]).trimEnd()}\n`.slice(0, mostErrors));
  }
  return lines.length === 0 ? null : { tests, errors };
}

function isWorthKeeping({ type, message }: JsonObject): boolean {
  return type === "test:stderr" || (type === "test:diagnostic" && /^(?:Error|Warning)\b/.test(asText(message)));
}

/** Limit, because the report is untrusted. */
const deepest = 100;

function depthOf(nesting: unknown): number {
  return typeof nesting === "number" ? Math.min(Math.max(0, Math.trunc(nesting)), deepest) : 0;
}

function testEvent(event: JsonObject, file: string | null, cwd: string): TestEvent {
  const nesting = depthOf(event["nesting"]);
  const is = (value: unknown) => value !== undefined && value !== null && value !== false;
  return {
    passed: event["type"] === "test:pass",
    name: asText(event["name"]),
    nesting,
    file,
    isFile: nesting === 0 && file !== null && framePath(asText(event["name"]), cwd) === file,
    isSkipped: is(event["skip"]) || is(event["todo"]),
    isSuite: event["kind"] === "suite",
    ms: asMs(event["ms"]),
    why: asText(event["why"]),
    said: asText(event["said"]),
    stack: asText(event["stack"]),
  };
}
