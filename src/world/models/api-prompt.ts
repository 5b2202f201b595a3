// Builds the messages of a question in cacheable order: tools, instructions and the part shared by all reviewers first,
// byte-identical, then the reviewer's own part.
import type { ModelMessage, SystemModelMessage, TextPart, UserModelMessage } from "ai";
import type { ModelRequest } from "./model.ts";
import type { VendorOptions } from "./vendors/vendor.ts";

export interface Opening {
  instructions: SystemModelMessage;
  messages: ModelMessage[];
}

/** Anthropic allows four cache points: instructions, shared part, own part, and the end of the conversation. */
export function openingOf(request: ModelRequest, cachePoint: VendorOptions | null, schemaInWords: boolean): Opening {
  const { prompt, tools, earlier } = request;
  // The own part is read again only when tools lead to further steps.
  const ownPoint = tools.length > 0 ? cachePoint : null;
  // The schema is the same for all reviewers, so it is in the shared part.
  const instructions = schemaInWords ? `${prompt.instructions}\n\n${asJson(request.schema)}` : prompt.instructions;
  return {
    instructions: { role: "system", content: instructions, ...at(cachePoint) },
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

/** The conversation so far, with a cache point at its end; says when this answer must be the last. */
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

/** For an invalid tool call, the package would repeat the model's text as a tool result. */
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
