// A collector of traces on loopback: takes what an exporter posts and hands it back as plain values.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

interface CollectedSpan {
  name: string;
  id: string;
  trace: string;
  parent: string | null;
  kind: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  failed: boolean;
  message: string;
  facts: Record<string, unknown>;
}

export interface TraceCollector {
  url: string;
  spans: CollectedSpan[];
  /** Of what sent them. */
  service: Record<string, unknown>;
  headers: IncomingHttpHeaders[];
  paths: string[];
  /** Word for word. */
  bodies: string[];
  /** What it answers with from now on; null: it takes them and says nothing. */
  status: number | null;
}

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}
type Attributes = readonly { key: string; value: OtlpValue }[];
interface OtlpSpan {
  name: string;
  spanId: string;
  traceId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attributes;
  status: { code: number; message?: string };
}
interface OtlpRequest {
  resourceSpans: readonly {
    resource: { attributes: Attributes };
    scopeSpans: readonly { spans: readonly OtlpSpan[] }[];
  }[];
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const collector: TraceCollector = {
    url: "",
    spans: [],
    service: {},
    headers: [],
    paths: [],
    bodies: [],
    status: 200,
  };
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as OtlpRequest;
    collector.headers.push(request.headers);
    collector.paths.push(request.url ?? "");
    collector.bodies.push(JSON.stringify(body));
    if (collector.status === 200) take(body, collector);
    if (collector.status !== null)
      response.writeHead(collector.status, { "content-type": "application/json" }).end("{}");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return collector;
}

function take({ resourceSpans }: OtlpRequest, collector: TraceCollector): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    Object.assign(collector.service, factsOf(resource.attributes));
    for (const { spans } of scopeSpans) collector.spans.push(...spans.map(spanOf));
  }
}

function spanOf(span: OtlpSpan): CollectedSpan {
  return {
    name: span.name,
    id: span.spanId,
    trace: span.traceId,
    parent: span.parentSpanId || null,
    kind: span.kind,
    from: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
    to: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
    failed: span.status.code === 2,
    message: span.status.message ?? "",
    facts: factsOf(span.attributes),
  };
}

function factsOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, intValue, doubleValue, boolValue }: OtlpValue): unknown {
  return stringValue ?? boolValue ?? doubleValue ?? Number(intValue);
}
