import { readFileSync } from "node:fs";
import type { Outside } from "../outside.ts";
import type { ServerSettings } from "../serve/open-server.ts";
import { textOption, type Command } from "./command.ts";

export const serveCommand: Command = {
  id: "serve",
  title: "Review pull requests as a GitHub App, as webhooks come in",
  options: [
    { flags: "--port <n>", says: "where to listen (default: 8177)" },
    { flags: "--host <address>", says: "on which address (default: 127.0.0.1)" },
    { flags: "--role <role>", says: "web takes webhooks, worker works on what they ask, all does both (default: all)" },
    { flags: "--data <dir>", says: "where everything is kept (default: the user's data folder)" },
  ],
  examples: [
    ["crosscheck serve", "with CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY (a PEM file) and CROSSCHECK_WEBHOOK_SECRET set"],
    ["crosscheck serve --host 0.0.0.0 --port 80", "reachable from outside; webhooks are posted to /webhook"],
  ],
  async run(input, outside) {
    const settings = await settingsOf(outside, input);
    const [{ openServer }, { openLog }, { openStore }, { dataPlace }, { loadUserConfig }] = await Promise.all([
      import("../serve/open-server.ts"),
      import("../serve/log.ts"),
      import("../../world/store/open-store.ts"),
      import("../../world/store/data-folder.ts"),
      import("../user-config.ts"),
    ]);
    const { env, platform, stop, now, program } = outside;
    const database = env["DATABASE_URL"] ?? "";
    const password = decodeURIComponent(URL.parse(database)?.password ?? "");
    const secrets = [settings.secret, settings.app.privateKey, database, password];
    const log = openLog({ write: outside.tell, now, secrets });
    const trouble = (error: Error) => log("the store did not answer", { why: error.message });
    const place = dataPlace({ data: textOption(input, "data"), env, platform, server: true });
    const user = await loadUserConfig(env);
    const store = await openStore(place, { trouble });
    try {
      const serving = await openServer(settings, { store, program, env, user, stop, now, log });
      const takes = settings.role === "worker" ? "" : `; webhooks are posted to ${serving.url}/webhook`;
      outside.print(`Listening on ${serving.url}${takes}\n`);
      await new Promise<void>((resolve) => {
        if (stop.aborted) resolve();
        stop.addEventListener("abort", () => resolve(), { once: true });
      });
      await serving.stop();
      return 0;
    } finally {
      await store.close();
    }
  },
};

/** Everything that is missing is said at once. */
async function settingsOf({ env }: Outside, input: Parameters<Command["run"]>[0]): Promise<ServerSettings> {
  const {
    port = "8177",
    host = "127.0.0.1",
    role = "all",
  } = {
    port: textOption(input, "port"),
    host: textOption(input, "host"),
    role: textOption(input, "role"),
  };
  const { UserError } = await import("../../errors.ts");
  const named = ["CROSSCHECK_APP_ID", "CROSSCHECK_APP_KEY", "CROSSCHECK_WEBHOOK_SECRET"] as const;
  const missing = named.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new UserError(
      `A server needs ${missing.join(", ")}`,
      "Set them to the App's id, the file of its private key, and the secret of its webhook.",
    );
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UserError(`--port takes a number up to 65535, not "${port}"`, "Give it as in --port 8177.");
  if (role !== "web" && role !== "worker" && role !== "all")
    throw new UserError(`--role takes web, worker or all, not "${role}"`, "Give it as in --role worker.");
  return {
    role,
    address: { host, port: Number(port) },
    githubHost: env["CROSSCHECK_GITHUB_HOST"] || "github.com",
    secret: env["CROSSCHECK_WEBHOOK_SECRET"]!,
    app: { appId: env["CROSSCHECK_APP_ID"]!, privateKey: keyIn(env["CROSSCHECK_APP_KEY"]!, UserError) },
  };
}

function keyIn(file: string, Fault: typeof import("../../errors.ts").UserError): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Fault(
      `The App's private key cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      "Set CROSSCHECK_APP_KEY to the PEM file that GitHub gave.",
    );
  }
}
