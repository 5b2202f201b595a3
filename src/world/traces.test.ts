// Traces as a collector gets them, and what happens to the work when there is none.
import { expect, test } from "vitest";
import { openTraceCollector } from "../../test/support/trace-collector.ts";
import { UserError } from "../errors.ts";
import { collectorIn, noTracing, openTracing, pairsIn } from "./traces.ts";
import { cases } from "../../test/support/cases.ts";

type Env = Parameters<typeof collectorIn>[0];

async function open(env: Env, secrets: string[] = []) {
  const logged: [string, Readonly<Record<string, unknown>>][] = [];
  const log = (what: string, about: Readonly<Record<string, unknown>>) => void logged.push([what, about]);
  return { tracing: await openTracing({ env, version: "1.2.3", secrets, log }), logged };
}

test("work is recorded as nested spans with their attributes", async () => {
  const collector = await openTraceCollector();
  const { tracing, logged } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20for-the-collector,x-team=a",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-team=b",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=other",
    OTEL_SERVICE_NAME: "reviews",
  });
  const answer = await tracing.span("outer", { n: 1, no: null }, async ({ note }) => {
    const [one, two] = await Promise.all([
      tracing.span("inner", { yes: true }, async () => 1, "client"),
      tracing.span("other", {}, async ({ past }) => {
        await new Promise(setImmediate);
        past("told later", { text: "x" }, { from: 1_000, to: 3_500, failed: true });
        return 2;
      }),
    ]);
    note({ sum: one + two });
    tracing.past("over", {}, { from: 5_000, to: 4_000, failed: false });
    for (const never of [Number.NaN, -1, 1e300, Number.POSITIVE_INFINITY])
      tracing.past("never", {}, { from: never, to: never, failed: false });
    return one + two;
  });
  await tracing.end();
  expect(answer).toBe(3);
  const named = (name: string) => collector.spans.find((span) => span.name === name)!;
  const outer = named("outer");
  expect(outer).toMatchObject({ parent: null, failed: false, facts: { n: 1, sum: 3 } });
  expect(outer.facts).not.toHaveProperty("no");
  expect(named("inner")).toMatchObject({ parent: outer.id, kind: 3, facts: { yes: true } });
  expect(named("told later")).toMatchObject({ parent: named("other").id, from: 1_000, to: 3_500, failed: true });
  // Times that do not fit together are no reason to lose it.
  expect(named("over")).toMatchObject({ parent: outer.id, from: 5_000, to: 5_000 });
  expect(collector.spans.filter(({ name }) => name === "never")).toHaveLength(4);
  expect(new Set(collector.spans.map(({ trace }) => trace)).size).toBe(1);
  expect(collector.service).toMatchObject({
    "service.name": "reviews",
    "service.version": "1.2.3",
    "deployment.environment.name": "test",
  });
  expect(collector.paths).toEqual(["/v1/traces"]);
  expect(collector.headers[0]).toMatchObject({ authorization: "Bearer for-the-collector", "x-team": "b" });
  expect(logged).toEqual([]);
});

test("errors are rethrown unchanged; no secret, token or control character is sent", async () => {
  const collector = await openTraceCollector();
  const { tracing } = await open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/deep/traces` }, [
    "-----KEY-----\nsecret-line-1\nsecret-line-2",
  ]);
  const wrong = new Error(`failed with secret-line-2 and ghs_${"a".repeat(36)}`);
  const work = tracing.span("bad", { text: "a\u0000b\u001b[31m secret-line-1" }, async () => {
    throw wrong;
  });
  await expect(work).rejects.toBe(wrong);
  await tracing.end();
  expect(collector.spans).toMatchObject([
    { name: "bad", failed: true, message: "failed with *** and ***", facts: { text: "a b [31m ***" } },
  ]);
  expect(collector.bodies.join("")).not.toMatch(/secret-line|ghs_a/);
  expect(collector.paths).toEqual(["/deep/traces"]);
});

test.each([
  ["refuses", 400],
  ["never answers", null],
])("a collector that %s is reported once, and work continues", async (_, status) => {
  const collector = await openTraceCollector();
  collector.status = status;
  const { tracing, logged } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: "50",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer secret-for-it",
  });
  for (let n = 0; n < 1200; n += 1) expect(await tracing.span("work", { n }, async () => n)).toBe(n);
  await tracing.end();
  expect(logged.map(([what]) => what)).toEqual(["traces are lost: the collector does not take them"]);
  expect(JSON.stringify(logged)).not.toContain("secret-for-it");
});

test("without a collector, work continues, and it is reported once", async () => {
  const { tracing, logged } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "50",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  });
  expect(await tracing.span("work", {}, async () => 7)).toBe(7);
  await tracing.end();
  expect(logged.map(([what]) => what)).toEqual([
    "traces are sent as http/json",
    "traces are lost: the collector does not take them",
  ]);
});

test.each<[Env, number]>([
  [{ OTEL_TRACES_SAMPLER: "always_off" }, 0],
  [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, 0],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" }, 2],
])("the sampling variables set how many spans are kept: %j", async (env, count) => {
  const collector = await openTraceCollector();
  const { tracing } = await open({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await tracing.span("outer", {}, async () => await tracing.span("inner", {}, async () => 1));
  await tracing.end();
  expect(collector.spans).toHaveLength(count);
});

test.each<Env>([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_TRACES_EXPORTER: "none" },
])("traces are off without the variables, or if they disable them: %j", async (env) => {
  const { tracing } = await open(env);
  expect(tracing).toBe(noTracing);
  expect(await tracing.span("work", {}, async ({ note }) => note({ a: 1 }))).toBeUndefined();
  await tracing.end();
});

test.each(["127.0.0.1:4318", "ftp://host", "grpc://host:4317", "not an address"])(
  "the invalid address %s is reported when the server starts",
  (url) => {
    expect(() => collectorIn({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow(UserError);
    expect(() => collectorIn({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url })).toThrow(
      /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT/,
    );
  },
);

cases("pairs in %j", (text) => pairsIn({ X: text }, "X"), [
  ["a=1, b = 2 ,c=%20x", { a: "1", b: "2", c: " x" }],
  ["a=b=c,nothing,=x,", { a: "b=c" }],
  ["a=100%", { a: "100%" }],
  ["", {}],
]);
