// Records spans for OpenTelemetry. Off unless its standard variables name a collector.
import { UserError } from "../errors.ts";

export type SpanFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** OpenTelemetry's span kinds. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** Times are milliseconds since 1970. */
type Past = (
  name: string,
  facts: SpanFacts,
  when: { from: number; to: number; failed: boolean },
  kind?: SpanKind,
) => void;

export interface OpenSpan {
  /** Adds attributes that become known later. */
  note(facts: SpanFacts): void;
  /** Adds a child span that has already ended. */
  past: Past;
}

export interface Tracing {
  /** Runs `work` in a span, which is a child of the current one if there is one. Errors are rethrown. */
  span<T>(name: string, facts: SpanFacts, work: (span: OpenSpan) => Promise<T>, kind?: SpanKind): Promise<T>;
  /** Adds a span that has already ended, as a child of the current one. */
  past: Past;
  /** Flushes the remaining spans. Never fails, and takes at most a few seconds. */
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
  /** Redacted in all attributes. */
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

/** Null: no collector is configured. */
export function collectorIn(env: TracingOptions["env"]): Collector | null {
  if (/^true$/i.test(env["OTEL_SDK_DISABLED"] ?? "") || env["OTEL_TRACES_EXPORTER"] === "none") return null;
  // The variable for traces is a complete URL; the general one is a base URL.
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

/** Parses `name=value,name=value` with percent-encoded values. */
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
