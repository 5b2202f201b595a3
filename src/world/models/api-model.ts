// Calls a vendor's API, or any OpenAI-compatible server, through the AI SDK.
import type { ToolSet } from "ai";
import type { ModelEffort, ModelSettings } from "../../change/config.ts";
import { ModelFault, UserError } from "../../errors.ts";
import type { Tool } from "../../findings/asking/asking.ts";
import { jsonSchemaOf } from "./answer-schema.ts";
import { accessOf } from "./api-access.ts";
import { classifyModelFault } from "./api-fault.ts";
import { continued, openingOf } from "./api-prompt.ts";
import { readStream, usageOf, type StreamListener } from "./api-stream.ts";
import { noUsage, plus } from "./cost-of.ts";
import type { Model, ModelEvents, ModelReply, ModelRequest } from "./model.ts";
import { readUse } from "./model-use.ts";
import type { ModelNeeds } from "./needs.ts";
import { budgetOf, priceOf } from "./prices.ts";
import { redactLine } from "../../secrets/redact-line.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { VendorAccess, Vendor } from "./vendors/vendor.ts";

interface Api {
  name: string;
  vendor: Vendor;
  id: string;
  access: VendorAccess;
  effort: ModelEffort | undefined;
}

/** Throws `UserError` for invalid settings; a missing key is reported by each conversation. */
export function openApiModel(settings: ModelSettings, needs: ModelNeeds): Model {
  const name = settings.use;
  const use = readUse(name);
  if (use.is !== "api") throw new UserError(`models: ${name} is a program, not an API`, "Open it as a program.");
  const { vendor, id } = use;
  const access = accessOf(vendor, settings, needs.env);
  return {
    facts: {
      name,
      price: priceOf(name, settings),
      budget: budgetOf(name, settings),
      tools: true,
      ...(settings.timeout !== undefined && { timeoutMs: settings.timeout * 1000 }),
    },
    async converse(request, events, stop) {
      stop.throwIfAborted();
      if ("missing" in access) throw new ModelFault(name, "no-key", `${access.missing} is not set`);
      return await within(request, { name, vendor, id, access, effort: settings.effort }, events, stop);
    },
  };
}

/** Ends on timeout, by an event handler, by a broken tool, or when aborted. */
async function within(request: ModelRequest, api: Api, events: ModelEvents, stop: AbortSignal): Promise<ModelReply> {
  const ours = new AbortController();
  const { ms } = request.limits;
  const late = setTimeout(() => ours.abort(new ModelFault(api.name, "timeout", `no answer within ${ms} ms`)), ms);
  const keys = api.access.key === undefined ? [] : [api.access.key];
  const once = eachOnce(events, ours);
  const listening = { ...once, model: api.name, keys, vendor: api.vendor };
  try {
    return await converse(request, api, listening, ours, AbortSignal.any([stop, ours.signal]));
  } catch (error) {
    stop.throwIfAborted();
    if (ours.signal.aborted) throw ours.signal.reason;
    throw classifyModelFault(error, { model: api.name, keys, began: once.hasBegun() });
  } finally {
    clearTimeout(late);
    ours.abort();
  }
}

/** The start is reported once and each step once; an error of a handler ends the conversation. */
function eachOnce(events: ModelEvents, ours: AbortController): ModelEvents & { hasBegun(): boolean } {
  let begun = false;
  let reported = 0;
  return {
    hasBegun: () => begun,
    began() {
      if (!begun) events.began();
      begun = true;
    },
    used(usage, steps) {
      if (steps <= reported) return;
      reported = steps;
      try {
        events.used(usage, steps);
      } catch (error) {
        ours.abort(error);
        throw error;
      }
    },
  };
}

async function converse(
  request: ModelRequest,
  { name, vendor, id, access, effort }: Api,
  listening: StreamListener,
  ours: AbortController,
  stop: AbortSignal,
): Promise<ModelReply> {
  const sdk = await loadSdk();
  const { tools, limits, schema } = request;
  const inWords = tools.length > 0 && !vendor.schemaWithTools;
  const broke = (tool: Tool, error: unknown) => {
    const message = `the tool ${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`;
    ours.abort(new ModelFault(name, "failed", redactLine(message, listening.keys)));
  };
  const { stream } = sdk.streamText({
    model: await vendor.open(id, access),
    ...openingOf(request, vendor.cachePoint, inWords),
    tools: toolSet(sdk, tools, stop, broke),
    ...(inWords ? {} : { output: heldTo(sdk, schema) }),
    stopWhen: sdk.isStepCount(Math.max(1, limits.steps)),
    prepareStep({ stepNumber, steps, initialMessages, responseMessages }) {
      // Before the next request, because the budget may be used up.
      listening.used(steps.map((step) => usageOf(step.usage)).reduce(plus, noUsage), steps.length);
      const isLast = stepNumber === limits.steps - 1;
      return {
        messages: continued(initialMessages, responseMessages, {
          cachePoint: vendor.cachePoint,
          isLast,
          tools: tools.map((tool) => tool.name),
        }),
      };
    },
    providerOptions: vendor.options(request),
    ...(effort !== undefined && { reasoning: effort }),
    maxOutputTokens: limits.outputTokens,
    // Retries are decided in `ask.ts`.
    maxRetries: 0,
    abortSignal: stop,
    include: { rawChunks: true },
    telemetry: { isEnabled: false },
    // Otherwise it writes to the console; the stream has the error too.
    onError: () => {},
  });
  return await readStream(stream, listening);
}

function toolSet(
  { tool: toolOf, jsonSchema }: Sdk,
  tools: readonly Tool[],
  stop: AbortSignal,
  broke: (tool: Tool, error: unknown) => void,
): ToolSet {
  const entries = tools.map((tool) => {
    const execute = async (input: unknown) => {
      try {
        return await tool.run(input, stop);
      } catch (error) {
        // The SDK would report it to the model and continue, but a throwing tool is a fault.
        broke(tool, error);
        throw error;
      }
    };
    // Not validated here: a tool reports invalid input itself.
    return [
      tool.name,
      toolOf({ description: tool.description, inputSchema: jsonSchema(jsonSchemaOf(tool.input)), execute }),
    ];
  });
  return Object.fromEntries(entries) as ToolSet;
}

/** Validated at the end; parsing the partial answer with every token would take seconds. */
function heldTo({ Output, jsonSchema }: Sdk, schema: Record<string, unknown>) {
  return { ...Output.object({ schema: jsonSchema(schema) }), parsePartialOutput: async () => undefined };
}
