// Probot's own server with a handler that does nothing. It logs warnings alone: a line per request would slow it down.
//   node bench/webhooks/probot-server.ts FOLDER KEY SECRET PATH    (FOLDER has it installed)
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface ProbotPackage {
  Server: new (options: object) => {
    load(app: (probot: { on(name: string, handler: () => void): void }) => void): Promise<void>;
    start(): Promise<unknown>;
    readonly port: number;
  };
  Probot: { defaults(options: object): unknown };
}

const [folder = "", key = "", secret = "", webhookPath = "/"] = process.argv.slice(2);
const inFolder = createRequire(join(folder, "package.json"));
const main = join(folder, "node_modules/probot/lib/index.js");
const { Server, Probot } = (await import(pathToFileURL(main).href)) as ProbotPackage;
const pino = inFolder("pino") as (options: object) => unknown;
const server = new Server({
  Probot: Probot.defaults({ appId: "1", privateKey: readFileSync(key, "utf8"), secret }),
  log: pino({ level: "warn" }),
  host: "127.0.0.1",
  // Probot takes 0 for "not said", and would listen on 3000.
  port: Number(process.argv[6]),
  webhookPath,
});
await server.load((probot) => probot.on("pull_request", () => {}));
await server.start();
console.log(`Listening on http://127.0.0.1:${server.port}`);
