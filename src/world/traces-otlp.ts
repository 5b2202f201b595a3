// Sends traces to a collector by OTLP over HTTP as JSON. A failing collector never affects the work: spans that it
// rejects are dropped, and the log reports it once.
import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind as Kinds, SpanStatusCode, trace, type Attributes, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import { redactLine } from "../secrets/redact-line.ts";
import {
  pairsIn,
  type Collector,
  type OpenSpan,
  type SpanFacts,
  type SpanKind,
  type Tracing,
  type TracingOptions,
} from "./traces.ts";

/** Upper bound on flushing when a server stops. */
const flushMs = 5_000;

const kinds: Record<SpanKind, Kinds> = {
  internal: Kinds.INTERNAL,
  server: Kinds.SERVER,
  client: Kinds.CLIENT,
  consumer: Kinds.CONSUMER,
};

export function openOtlp(collector: Collector, options: TracingOptions): Tracing {
  const { env, version, log } = options;
  const secrets = [...options.secrets, ...Object.values(collector.headers)];
  const safe = (text: string) => redactLine(text, secrets);
  const asked = env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] || env["OTEL_EXPORTER_OTLP_PROTOCOL"] || "http/json";
  if (asked !== "http/json") log("traces are sent as http/json", { asked });
  const timeout = env["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"] || env["OTEL_EXPORTER_OTLP_TIMEOUT"];
  const sender = new OTLPTraceExporter({
    ...collector,
    timeoutMillis: Number(timeout) > 0 ? Number(timeout) : flushMs,
  });
  const exporter = tellingOnce(sender, (what, why) => log(what, why === undefined ? {} : { why: safe(why) }));
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(serviceIn(env, version))),
    sampler: samplerIn(env),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("crosscheck", version);
  const current = new AsyncLocalStorage<Span>();

  const attributes = (facts: SpanFacts): Attributes =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, typeof value === "string" ? safe(value) : value]],
      ),
    );
  const start = (name: string, facts: SpanFacts, parent: Span | undefined, how: { kind?: SpanKind; from?: number }) => {
    const { kind = "internal", from } = how;
    const about = {
      kind: kinds[kind],
      attributes: attributes(facts),
      ...(from !== undefined && { startTime: momentOf(from) }),
    };
    return tracer.startSpan(name, about, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  };
  const pastIn =
    (parent: () => Span | undefined): Tracing["past"] =>
    (name, facts, { from, to, failed }, kind = "internal") => {
      const span = start(name, facts, parent(), { kind, from });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(momentOf(Math.max(from, to)));
    };

  return {
    async span(name, facts, work, kind = "internal") {
      const span = start(name, facts, current.getStore(), { kind });
      const open: OpenSpan = {
        note: (more) => void span.setAttributes(attributes(more)),
        past: pastIn(() => span),
      };
      try {
        return await current.run(span, async () => await work(open));
      } catch (error) {
        const message = safe(error instanceof Error ? error.message : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR, message });
        throw error;
      } finally {
        span.end();
      }
    },
    past: pastIn(() => current.getStore()),
    async end() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, flushMs);
      // Failures were already logged by the exporter.
      await Promise.race([provider.shutdown().catch(() => {}), late.promise]);
      clearTimeout(timer);
    },
  };
}

/**
 * A `Date`, because OpenTelemetry treats a small number as relative to process start. An invalid time would lose the
 * whole batch.
 */
function momentOf(ms: number): Date {
  return new Date(ms >= 0 && ms < 4e12 ? ms : Date.now());
}

/** Logs when the collector starts to reject spans and when it accepts them again. */
function tellingOnce(exporter: SpanExporter, tell: (what: string, why?: string) => void): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // The enum of result codes is in a package that we do not depend on; 0 means success.
        const code: number = result.code;
        const failed = code !== 0;
        if (failed && !failing) tell("traces are lost: the collector does not take them", result.error?.message ?? "");
        if (!failed && failing) tell("traces are taken again");
        failing = failed;
        done(result);
      }),
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function serviceIn(env: TracingOptions["env"], version: string): Record<string, string> {
  const given = pairsIn(env, "OTEL_RESOURCE_ATTRIBUTES");
  const name = env["OTEL_SERVICE_NAME"] || given["service.name"] || "crosscheck";
  return { "service.version": version, ...given, "service.name": name };
}

function samplerIn(env: TracingOptions["env"]): Sampler {
  const how = env["OTEL_TRACES_SAMPLER"] ?? "";
  if (how.endsWith("always_off")) return new AlwaysOffSampler();
  const ratio = Number(env["OTEL_TRACES_SAMPLER_ARG"] || 1);
  const root = how.endsWith("traceidratio") ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
  return new ParentBasedSampler({ root });
}
