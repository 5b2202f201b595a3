// Runs in the sandbox: loads one own check and runs it. It is placed there as a single file, so it imports none of our
// modules. Standard input and output carry one JSON object per line (`protocol.ts`).
import { Console } from "node:console";
import { argv, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

type Side = "base" | "head";
interface Loaded {
  title?: unknown;
  passes?: unknown;
  kinds?: unknown;
  when?(change: unknown): unknown;
  run(change: unknown, needs: unknown, stop: AbortSignal): unknown;
}

const send = stdout.write.bind(stdout);
// Standard output is for the protocol, so what a check prints goes to standard error.
globalThis.console = new Console(stderr, stderr);

let asked = 0;
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const { promise: change, resolve: gotChange } = Promise.withResolvers<unknown>();

createInterface({ input: stdin }).on("line", (line) => {
  const message = JSON.parse(line) as { change?: unknown; answer?: number; value?: unknown; error?: string };
  if (message.change !== undefined) return gotChange(message.change);
  const one = waiting.get(message.answer ?? -1);
  waiting.delete(message.answer ?? -1);
  if (message.error === undefined) one?.resolve(message.value);
  else one?.reject(new Error(message.error));
});

function ask(what: string, of: object = {}): Promise<unknown> {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    send(`${JSON.stringify({ ask: id, what, ...of })}\n`);
  });
}

function tree(side: Side) {
  return {
    async read(path: string): Promise<Uint8Array | null> {
      const bytes = await ask("read", { side, path });
      return typeof bytes === "string" ? new Uint8Array(Buffer.from(bytes, "base64")) : null;
    },
    paths: () => ask("paths", { side }),
  };
}

const code = {
  base: tree("base"),
  head: tree("head"),
  symbols: (path: string, side: Side) => ask("symbols", { side, path }),
  uses: async (names: readonly string[]) => new Map((await ask("uses", { names })) as [string, unknown][]),
  commits: () => ask("commits"),
};

async function work(): Promise<object> {
  const given = await change;
  const { default: check } = (await import(argv[2] ?? "")) as { default?: Loaded };
  if (typeof check?.run !== "function") throw new Error("its default export is not a check: it has no run");
  const about = { title: check.title, passes: check.passes, kinds: check.kinds };
  const wanted = (await check.when?.(given)) ?? true;
  if (wanted !== true) return { end: "not-applicable", check: about, what: whatOf(wanted) };
  return { end: "result", check: about, result: await check.run(given, { code }, new AbortController().signal) };
}

function whatOf(reason: unknown): string {
  const what = typeof reason === "object" && reason !== null && "what" in reason ? reason.what : reason;
  return typeof what === "string" ? what.slice(0, 300) : "";
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2000);
}

const end = await work().catch((error: unknown) => ({ end: "failed", why: messageOf(error) }));
send(`${JSON.stringify(end)}\n`, () => exit(0));
