// Turns the doctor's results on a server into one line per part.
import type { EventName, AppRequirements } from "../app-needs.ts";
import type { AppFacts, AppLook, DeliveryFact, HookFacts, AppFact } from "../../../world/github/app-look.ts";
import type { Probes } from "../../../world/probes.ts";
import type { StoreLook } from "../../../world/store/look-at-store.ts";
import { painter, type Style } from "../../../review/publishers/paint.ts";
import { gitLine, linesText, nodeLine, sandboxLine, temporaryLine, type Diagnosis, type DoctorLine } from "./doctor.ts";
import { permissionWords, withoutEvent, withoutPermission } from "./setup.ts";
import { count, list, oneLine } from "../../../review/words/text.ts";

/** `fail`: the server does not work; `warn`: a part of it does not. */
export type ServerMark = "ok" | "warn" | "fail";
export type ServerLine = DoctorLine<ServerMark>;

export type AppState =
  | { is: "found"; appId: string; from: string; open: boolean }
  | { is: "none"; folder: string }
  | { is: "invalid"; why: string; mend: string };

export interface ModelKey {
  name: string;
  /** What it needs in order to be asked; null if nothing is missing. */
  lacks: string | null;
}

export interface ServerFacts extends Pick<Probes, "git" | "node" | "sandbox" | "temporary"> {
  app: AppState;
  /** Null if there is no App. */
  github: AppLook | null;
  store: StoreLook;
  models: { is: "read"; models: readonly ModelKey[] } | { is: "invalid"; why: string; mend: string };
  needs: { permissions: readonly AppRequirements[]; events: readonly EventName[]; webhookPath: string };
}

export function diagnoseServer(facts: ServerFacts): ServerLine[] {
  return [
    appLine(facts.app),
    ...githubLines(facts),
    storeLine(facts.store),
    ofLocal(gitLine(facts.git)),
    ofLocal(nodeLine(facts.node)),
    ofLocal(temporaryLine(facts.temporary)),
    ofLocal(sandboxLine(facts.sandbox)),
    modelsLine(facts.models),
  ].map((line) => ({ ...line, says: oneLine(line.says), mend: line.mend === null ? null : oneLine(line.mend) }));
}

export function isServerWell(lines: readonly ServerLine[]): boolean {
  return lines.every(({ mark }) => mark !== "fail");
}

const ok = (id: string, says: string): ServerLine => ({ id, mark: "ok", says, mend: null });
const warn = (id: string, says: string, mend: string): ServerLine => ({ id, mark: "warn", says, mend });
const fail = (id: string, says: string, mend: string): ServerLine => ({ id, mark: "fail", says, mend });

function ofLocal({ id, mark, needed, says, mend }: Diagnosis): ServerLine {
  return { id, mark: mark === "ok" ? "ok" : needed ? "fail" : "warn", says, mend };
}

function appLine(app: AppState): ServerLine {
  if (app.is === "invalid") return fail("App", app.why, app.mend);
  if (app.is === "none")
    return fail(
      "App",
      `none: no App is set in the environment, and ${app.folder} has no app.json`,
      "Run `crosscheck serve` and open the address that it prints, or set CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY and CROSSCHECK_WEBHOOK_SECRET.",
    );
  if (app.open)
    return warn(
      "App",
      `App ${app.appId} from ${app.from}, which other users of this machine can read`,
      "Make it readable by its owner only: chmod 600.",
    );
  return ok("App", `App ${app.appId} from ${app.from}`);
}

function githubLines({ github, needs }: ServerFacts): ServerLine[] {
  if (github === null) return [];
  if (github.is === "no-key") return [fail("key", github.why, github.mend)];
  const { who, app, hook, deliveries, aheadMs } = github;
  return [
    keyLine(who, app),
    ...(app.is === "told" ? [permissionsLine(app.value, needs.permissions), eventsLine(app.value, needs.events)] : []),
    ...(app.is === "told" ? [webhookLine(hook, needs.webhookPath), deliveriesLine(deliveries)] : []),
    ...(aheadMs === null ? [] : [clockLine(who, aheadMs)]),
  ];
}

function keyLine(who: string, app: AppFact<AppFacts>): ServerLine {
  if (app.is === "told") {
    const places = app.value.installations_count;
    const installed = places === undefined ? "" : `; installed on ${count(places, "account")}`;
    return ok("key", `${who} knows it as ${app.value.slug}${installed}`);
  }
  if (app.is === "silent")
    return fail("key", `${who} did not answer: ${app.why}`, "Check the network, and CROSSCHECK_GITHUB_HOST.");
  return fail(
    "key",
    `${who} does not accept the key (${app.status}): ${app.why}`,
    "Check the App's number, that the key was not deleted on its settings page, and this machine's clock.",
  );
}

const levels = ["none", "read", "write", "admin"];
const settings = "Set it on the App's settings page on GitHub; each installation must then accept the new permissions.";

function permissionsLine({ permissions }: AppFacts, wanted: readonly AppRequirements[]): ServerLine {
  const has = (name: string) => levels.indexOf(permissions[name] ?? "none");
  const missing = wanted.filter(({ name, level }) => has(name) < levels.indexOf(level));
  if (missing.length === 0) return ok("permissions", `all ${wanted.length} that are needed`);
  const says = missing.map((one) => `${permissionWords[one.name]}: ${one.level} is missing: ${withoutThis(one, has)}`);
  // Without these, threads cannot be resolved or merge queues are not served, but reviews are posted.
  const minor = missing.every(({ name }) => name === "merge_queues" || (name === "contents" && has(name) > 0));
  return (minor ? warn : fail)("permissions", says.join("; "), settings);
}

function withoutThis({ name }: AppRequirements, has: (name: string) => number): string {
  return name === "contents" && has(name) > 0 ? "no thread can be resolved" : withoutPermission[name];
}

function eventsLine({ events }: AppFacts, wanted: readonly EventName[]): ServerLine {
  const missing = wanted.filter((name) => !events.includes(name));
  if (missing.length === 0) return ok("events", `all ${wanted.length} that are needed`);
  const says = missing.map((name) => `${name} is missing: ${withoutEvent[name]}`).join("; ");
  return (missing.includes("pull_request") ? fail : warn)("events", says, settings);
}

function webhookLine(hook: AppFact<HookFacts>, path: string): ServerLine {
  const id = "webhook";
  const where = "Set it on the App's settings page on GitHub";
  const none = `${where}: the public address of this server followed by ${path}.`;
  if (hook.is === "refused" && hook.status === 404) return fail(id, "none is configured, so no events arrive", none);
  if (hook.is !== "told")
    return warn(
      id,
      `GitHub did not return the webhook settings: ${hook.why}`,
      `Look at the App's settings page on GitHub.`,
    );
  const { url, content_type: type = "json", insecure_ssl: insecure = "0" } = hook.value;
  if (!url) return fail(id, "it has no URL, so no events arrive", none);
  if (type !== "json")
    return fail(id, `${url} receives forms, not JSON`, `${where}: choose the content type application/json.`);
  if (!url.endsWith(path)) return warn(id, `${url} does not end in ${path}`, `${where}, unless your proxy changes it.`);
  if (String(insecure) !== "0")
    return warn(id, `${url}, whose certificate is not checked`, `${where}: enable SSL verification.`);
  return ok(id, url);
}

function deliveriesLine(deliveries: AppFact<DeliveryFact[]>): ServerLine {
  const id = "deliveries";
  if (deliveries.is !== "told")
    return warn(
      id,
      `GitHub did not return the webhook deliveries: ${deliveries.why}`,
      "Look at the App's Advanced page on GitHub.",
    );
  // A delivery that was redelivered successfully counts as accepted. The first ping arrives before the setup has the
  // secret.
  const taken = new Set(deliveries.value.filter(isTaken).map(({ guid }) => guid));
  const sent = deliveries.value.filter(({ event, status }) => event !== "ping" && status !== "pending");
  const lost = sent.filter(({ guid }) => !taken.has(guid));
  if (sent.length === 0) return ok(id, "none yet");
  const [newest] = lost;
  if (newest === undefined) return ok(id, `the last ${sent.length} were accepted`);
  const code = newest.status_code > 0 ? `${newest.status_code}` : newest.status;
  const says = `${lost.length} of the last ${sent.length} were not accepted; the newest, ${newest.event} at ${newest.delivered_at}: ${code}`;
  const mend =
    newest.status_code === 401
      ? "The webhook's secret differs from this server's: set both to the same value."
      : "Check that GitHub reaches the server; failed deliveries can be redelivered on the App's Advanced page.";
  return (lost.length === sent.length ? fail : warn)(id, says, mend);
}

function isTaken({ status_code: code }: DeliveryFact): boolean {
  return code >= 200 && code < 300;
}

/**
 * GitHub rejects a JWT from more than a minute ahead; the measurement is off by up to a second and the response time.
 */
const clockFails = 50_000;
const clockWarns = 5_000;

function clockLine(who: string, aheadMs: number): ServerLine {
  const off = Math.round(Math.abs(aheadMs) / 1000);
  const says = `${count(off, "second")} ${aheadMs > 0 ? "ahead of" : "behind"} ${who}`;
  const mend = "Synchronise this machine's clock with NTP.";
  if (Math.abs(aheadMs) > clockFails) return fail("clock", says, mend);
  return Math.abs(aheadMs) > clockWarns ? warn("clock", says, mend) : ok("clock", `agrees with ${who}`);
}

const oldestPostgres = 130_000;

function storeLine(store: StoreLook): ServerLine {
  const id = "store";
  if (store.is === "unusable") return fail(id, store.why, store.mend);
  const name = store.is === "sqlite" ? `SQLite in ${store.file}` : `PostgreSQL ${store.version}`;
  if (store.newer !== null)
    return fail(id, `${name} was written by a newer version of Crosscheck (${store.newer})`, "Update Crosscheck.");
  const state = store.fresh
    ? "empty: the tables are created at the first start"
    : store.behind > 0
      ? `${count(store.behind, "step")} behind: brought up to date at the next start`
      : "up to date";
  return (store.is === "postgres" ? postgresTrouble(id, name, store) : null) ?? ok(id, `${name}, ${state}`);
}

function postgresTrouble(id: string, name: string, store: Extract<StoreLook, { is: "postgres" }>): ServerLine | null {
  if (store.number < oldestPostgres) return fail(id, `${name} is older than 13`, "Use PostgreSQL 13 or newer.");
  if (!store.mayMakeTables && store.behind > 0)
    return fail(id, `${name}: its user may not create tables`, "Grant it: grant create on schema public to USER.");
  if (store.jobs === "may not be made")
    return fail(
      id,
      `${name}: its user may not create the schema crosscheck_jobs`,
      "Create it beforehand: create schema crosscheck_jobs authorization USER; or grant create on the database.",
    );
  if (store.jobs === "not ours")
    return fail(
      id,
      `${name}: its user may not use the schema crosscheck_jobs`,
      "Grant it: grant usage, create on schema crosscheck_jobs to USER.",
    );
  return null;
}

function modelsLine(models: ServerFacts["models"]): ServerLine {
  const id = "models";
  if (models.is === "invalid") return fail(id, models.why, models.mend);
  const all = models.models;
  if (all.length === 0)
    return warn(id, "none: reviews run with checks alone", "`Run `crosscheck models` to see how to configure them.");
  const lacking = all.filter(({ lacks }) => lacks !== null);
  if (lacking.length === 0) return ok(id, list(all.map(({ name }) => name)));
  return fail(
    id,
    lacking.map(({ name, lacks }) => `${name}: ${lacks}`).join("; "),
    "Set it in the server's environment, or remove the model from its config.",
  );
}

const styles: Record<ServerMark, readonly Style[]> = { ok: ["green"], warn: ["yellow"], fail: ["bold", "red"] };

export function serverDoctorText(lines: readonly ServerLine[], screen: { colour: boolean; width: number }): string {
  const paint = painter(screen.colour);
  const wrong = lines.filter(({ mark }) => mark === "fail").map(({ id }) => id);
  const verdict =
    wrong.length === 0
      ? paint("Everything that a server needs works.", "bold", "green")
      : paint(`${count(wrong.length, "thing")} to fix: ${list(wrong)}.`, "bold", "red");
  return linesText(lines, styles, verdict, screen);
}

export function serverDoctorJson(lines: readonly ServerLine[]) {
  return { version: 1, well: isServerWell(lines), lines };
}
