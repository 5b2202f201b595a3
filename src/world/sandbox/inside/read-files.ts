// Runs inside the sandbox: an MCP server with tools that read the files of one folder, for programs whose own tools could
// do more.
import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

interface ToolArguments {
  path?: string;
  text?: string;
  from?: number;
}

interface Tool {
  description: string;
  properties: Readonly<Record<string, { type: "string" | "integer"; description: string }>>;
  required: readonly string[];
  run(given: ToolArguments): string;
}

const folder = realpathSync(argv[2]!);
const mostCharacters = 60_000;
const mostMatches = 200;
const longestMatch = 300;

const path = { type: "string", description: "Relative to the working folder, such as `head/src`." } as const;
const tools: Readonly<Record<string, Tool>> = {
  list_folder: {
    description: "Lists the names in a folder; those of folders end with a slash.",
    properties: { path },
    required: ["path"],
    run: (given) =>
      readdirSync(within(given.path), { withFileTypes: true })
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .join("\n"),
  },
  read_file: {
    description: "Reads a file, with line numbers.",
    properties: { path, from: { type: "integer", description: "The first line to show; 1 by default." } },
    required: ["path"],
    run: ({ path: name, from = 1 }) =>
      readFileSync(within(name), "utf8")
        .split("\n")
        .map((line, index) => `${index + 1}\t${line}`)
        .slice(Math.max(0, from - 1))
        .join("\n"),
  },
  search: {
    description: `Finds the lines that contain a text, in a file or folder; at most ${mostMatches}.`,
    properties: { text: { type: "string", description: "Taken literally; case matters." }, path },
    required: ["text", "path"],
    run: ({ text = "", path: name }) => {
      const found: string[] = [];
      for (const match of matches(within(name), text)) {
        found.push(match);
        if (found.length === mostMatches) break;
      }
      return found.join("\n");
    },
  },
};

/** Throws for what is outside the folder. */
function within(name = ""): string {
  const real = realpathSync(join(folder, name));
  if (real !== folder && !real.startsWith(`${folder}/`)) throw new Error("it is outside the working folder");
  return real;
}

function* matches(file: string, text: string): Generator<string, undefined> {
  const stat = lstatSync(file);
  if (stat.isDirectory()) for (const name of readdirSync(file)) yield* matches(join(file, name), text);
  if (!stat.isFile()) return;
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries())
    if (line.includes(text)) yield `${relative(folder, file)}:${index + 1}:${line.slice(0, longestMatch)}`;
}

function listed([name, { description, properties, required }]: [string, Tool]) {
  const inputSchema = { type: "object", properties, required, additionalProperties: false };
  return { name, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
}

function call(name: string, given: ToolArguments) {
  try {
    const text = tools[name]!.run(given);
    const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n[cut here]` : text;
    return { content: [{ type: "text", text: shown }] };
  } catch (error) {
    return { content: [{ type: "text", text: (error as Error).message }], isError: true };
  }
}

interface Request {
  id?: number | string;
  method: string;
  params: { protocolVersion: string; name: string; arguments?: ToolArguments };
}

function answer({ method, params }: Request): object | null {
  switch (method) {
    case "initialize": {
      const { protocolVersion } = params;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "files", version: "1" } };
    }
    case "tools/list":
      return { tools: Object.entries(tools).map(listed) };
    case "tools/call":
      return call(params.name, params.arguments ?? {});
    case "ping":
      return {};
    default:
      return null;
  }
}

for await (const line of createInterface({ input: stdin })) {
  const request = JSON.parse(line) as Request;
  // Notifications have no id and get no answer.
  if (request.id === undefined) continue;
  const result = answer(request);
  const end = result === null ? { error: { code: -32601, message: "Method not found" } } : { result };
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...end })}\n`);
}
