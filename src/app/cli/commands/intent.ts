// The command `intent`: shows the signals of a title, body or commit.
import { UserError } from "../../../errors.ts";
import { manyOption, textOption, type Command, type Input } from "./command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

export const intentCommand: Command = {
  id: "intent",
  title: "Show what Crosscheck reads from a pull request's title, description and commits",
  options: {
    "--title <text>": "the pull request's title",
    "--body <text>": "its description",
    "--commit <message>": { says: "a commit message; repeat the option for each commit, oldest first", many: true },
    "--json": "for programs",
  },
  examples: [
    ['crosscheck intent --title "[WIP] feat(api)!: drop v1"', "from arguments"],
    ['echo \'{"title":"fix: x","body":"","commits":[]}\' | crosscheck intent --json', "from JSON on standard input"],
  ],
  async run(input, outside) {
    const [{ readIntent }, { intentBreakdown, noKeywords }] = await Promise.all([
      import("../../../change/intent.ts"),
      import("../../../review/words/intent-texts.ts"),
    ]);
    const intent = readIntent(await words(input, outside));
    if (input.options["json"] === true) outside.print(`${JSON.stringify(intent, null, 2)}\n`);
    else outside.print(`${intentBreakdown(intent).join("\n") || noKeywords}\n`);
    return 0;
  },
};

type Words = import("../../../change/intent.ts").IntentInput;

async function words(input: Input, outside: ProcessEnvironment): Promise<Words> {
  const title = textOption(input, "title");
  const body = textOption(input, "body");
  const commits = manyOption(input, "commit");
  if (title !== undefined || body !== undefined || commits.length > 0)
    return {
      title: title ?? "",
      body: body ?? "",
      commits: commits.map((message, index) => ({ sha: String(index + 1).padStart(7, "0"), message })),
    };
  const text = await outside.input();
  if (text === null || text.trim() === "")
    throw new UserError(
      "There is nothing to read",
      "Give --title, --body or --commit, or JSON with title, body and commits on standard input.",
    );
  return await fromJson(text);
}

async function fromJson(text: string): Promise<Words> {
  const z = await import("zod");
  const schema = z.strictObject({
    title: z.string().default(""),
    body: z.string().nullable().default(""),
    commits: z.array(z.strictObject({ sha: z.string(), message: z.string() })).default([]),
    draft: z.boolean().default(false),
  });
  const data = parseJson(text);
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(
    `The input does not fit at ${issue?.path.join(".") || "its top"}: ${issue?.message}`,
    'Give {"title": "…", "body": "…", "commits": [{"sha": "…", "message": "…"}], "draft": false}.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `Standard input is not JSON: ${(error as Error).message}`,
      'Give {"title": "…", "body": "…", "commits": [{"sha": "…", "message": "…"}]}.',
    );
  }
}
