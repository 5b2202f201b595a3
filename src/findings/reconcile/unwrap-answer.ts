// Takes a model's answer out of the JSON in which programs and APIs of vendors wrap it.

/** Where it stands in `gemini -o json`, `claude --output-format json`, and the APIs of Google, Anthropic and OpenAI. */
const places: readonly (readonly (string | number)[])[] = [
  ["response"],
  ["result"],
  ["output_text"],
  ["candidates", 0, "content", "parts", 0, "text"],
  ["choices", 0, "message", "content"],
  ["content", 0, "text"],
  ["item", "text"],
  ["text"],
];
/** A wrapper in a wrapper, as where an answer was saved as JSON once more. */
const deepest = 4;

/** The text itself where it is no wrapper; of an answer in prose, its only block of code. */
export function unwrapAnswer(text: string): string {
  let inner = text;
  for (let depth = 0; depth < deepest; depth++) {
    const next = wrapped(inner);
    if (next === null) break;
    inner = next;
  }
  return inner === text ? text : onlyBlock(inner);
}

function wrapped(text: string): string | null {
  const data = parsed(text) ?? lastEvent(text);
  if (typeof data !== "object" || data === null || Array.isArray(data) || "rows" in data) return null;
  for (const place of places) {
    const found = place.reduce<unknown>(
      (at, key) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      data,
    );
    if (typeof found === "string") return found;
  }
  return null;
}

/** `codex exec --json` and streams print an event a line; the last one that holds an answer counts. */
function lastEvent(text: string): unknown {
  if (!/^\s*\{[^\n]*\}\s*\n\s*\{/.test(text.slice(0, 10_000))) return null;
  const events = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parsed(line)]));
  return events.findLast((event) => event !== null && wrapped(JSON.stringify(event)) !== null) ?? null;
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function onlyBlock(text: string): string {
  const lines = text.split("\n");
  const fences = lines.flatMap((line, index) => (/^\s*(?:`{3,}|~{3,})/.test(line) ? [index] : []));
  const [opening, closing, ...others] = fences;
  if (opening === undefined || closing === undefined || others.length > 0) return text;
  return lines.slice(opening + 1, closing).join("\n");
}
