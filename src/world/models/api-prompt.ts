// A question as messages, in an order that vendors can cache: tools, instructions and what all reviewers share come
// first and never differ by a letter; what is one reviewer's own comes after.
import type { ModelMessage, SystemModelMessage, TextPart, UserModelMessage } from "ai";
import type { ModelRequest } from "./model.ts";
import type { VendorOptions } from "./vendors/vendor.ts";

export interface Opening {
  instructions: SystemModelMessage;
  messages: ModelMessage[];
}

/** Anthropic takes four points at most: instructions, shared, own, and the end of a conversation that goes on. */
export function openingOf(request: ModelRequest, cachePoint: VendorOptions | null, schemaInWords: boolean): Opening {
  const { prompt, tools, earlier } = request;
  // What is one's own is read again only when tools make further steps.
  const ownPoint = tools.length > 0 ? cachePoint : null;
  // The schema is the same for all reviewers: it stands in what they share, or each would pay for it.
  const told = schemaInWords ? `${prompt.instructions}\n\n${asJson(request.schema)}` : prompt.instructions;
  return {
    instructions: { role: "system", content: told, ...at(cachePoint) },
    messages: [
      {
        role: "user",
        content: [...part(prompt.shared, cachePoint), ...part(prompt.own, ownPoint)],
      } satisfies UserModelMessage,
      ...earlier.flatMap(({ answer, complaint }): ModelMessage[] => [
        { role: "assistant", content: answer.trim() === "" ? "(nothing)" : answer },
        { role: "user", content: complaint },
      ]),
    ],
  };
}

/** The conversation so far, its end marked as the next point to cache up to; told when this answer must be the last. */
export function continued(
  opening: readonly ModelMessage[],
  since: readonly ModelMessage[],
  { cachePoint, isLast, tools }: { cachePoint: VendorOptions | null; isLast: boolean; tools: readonly string[] },
): ModelMessage[] {
  const safe = since.map((message) => inOwnWords(message, tools));
  const end = safe.at(-1);
  const marked = end && cachePoint ? [...safe.slice(0, -1), { ...end, providerOptions: cachePoint }] : safe;
  return [...opening, ...marked, ...(isLast && end ? [lastWord] : [])];
}

/** Where a call cannot be made, the package repeats what the model said as if a tool had said it: its name and its input. */
function inOwnWords(message: ModelMessage, tools: readonly string[]): ModelMessage {
  const named = <Part extends { toolName: string }>(one: Part): Part =>
    tools.includes(one.toolName) ? one : { ...one, toolName: "no_such_tool" };
  if (message.role === "tool")
    return {
      ...message,
      content: message.content.map((one) => {
        if (one.type !== "tool-result") return one;
        const failed = one.output.type === "error-text" || one.output.type === "error-json";
        return named(failed ? { ...one, output: noSuchCall } : one);
      }),
    };
  if (message.role === "assistant" && typeof message.content !== "string")
    return { ...message, content: message.content.map((one) => (one.type === "tool-call" ? named(one) : one)) };
  return message;
}

const noSuchCall = { type: "error-text", value: "There is no such tool, or its input cannot be read." } as const;

const lastWord: UserModelMessage = {
  role: "user",
  content: "This is your last turn: call no tool any more, and give your answer now, in the form that was asked for.",
};

function part(text: string, cachePoint: VendorOptions | null): TextPart[] {
  // Vendors refuse empty texts.
  return text === "" ? [] : [{ type: "text", text, ...at(cachePoint) }];
}

function at(cachePoint: VendorOptions | null): { providerOptions?: VendorOptions } {
  return cachePoint ? { providerOptions: cachePoint } : {};
}

function asJson(schema: Record<string, unknown>): string {
  return `When you have looked up what you need, answer with one JSON value and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
}
