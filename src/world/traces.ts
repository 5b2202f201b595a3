// Records spans for OpenTelemetry. Off unless its standard variables name a collector.
import { UserError } from "../errors.ts";

export type SpanFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** For collectors: who asks, who is asked, who works on what was asked before. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** Times are milliseconds since 1970. */
type Past = (
  name: string,
  facts: SpanFacts,
  when: { from: number; to: number; failed: boolean },
  kind?: SpanKind,
) => void;

export interface OpenSpan {
  /** Adds what is known only later. */
  note(facts: SpanFacts): void;
  /** A span in this one that is over already, whoever tells of it. */
  past: Past;
}

export interface Tracing {
  /** A span as long as the work takes, in the one under way, if there is one. What the work throws is thrown. */
  span<T>(name: string, facts: SpanFacts, work: (span: OpenSpan) => Promise<T>, kind?: SpanKind): Promise<T>;
  /** One that is over already, in the one under way. */
  past: Past;
  /** Sends what is left. Never fails, and never takes long. */
  end(): Promise<void>;
}

export const noTracing: Tracing = {
  span: async (_name, _facts, work) => await work({ note() {}, past() {} }),
  past() {},
  end: async () => {},
};

export interface TracingOptions {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Never in a span, wherever they turn up. */
  secrets: readonly string[];
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const collector = collectorIn(options.env);
  if (collector === null) return noTracing;
  const { openOtlp } = await import("./traces-otlp.ts");
  return openOtlp(collector, options);
}

export interface Collector {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Null: nobody collects. */
export function collectorIn(env: TracingOptions["env"]): Collector | null {
  if (/^true$/i.test(env["OTEL_SDK_DISABLED"] ?? "") || env["OTEL_TRACES_EXPORTER"] === "none") return null;
  // The one for traces is a whole address; of the one for everything, traces have a part.
  const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const all = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const url = own || (all && `${all.replace(/\/+$/, "")}/v1/traces`);
  if (!url) return null;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UserError(
      `${own ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" : "OTEL_EXPORTER_OTLP_ENDPOINT"} is not the address of a collector`,
      "Give it as in http://127.0.0.1:4318, or unset it to have no traces.",
    );
  const headers = {
    ...pairsIn(env, "OTEL_EXPORTER_OTLP_HEADERS"),
    ...pairsIn(env, "OTEL_EXPORTER_OTLP_TRACES_HEADERS"),
  };
  return { url, headers };
}

/** `name=value,name=value`, values with percent signs for what would not fit in. */
export function pairsIn(env: TracingOptions["env"], variable: string): Record<string, string> {
  const pairs = (env[variable] ?? "").split(",").flatMap((pair) => {
    const [, name, value] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [[name, decoded(value.trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
