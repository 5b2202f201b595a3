import { readFileSync } from "node:fs";
import type { Outside } from "../outside.ts";
import { textOption, type Command } from "./command.ts";

export const serveCommand: Command = {
  id: "serve",
  title: "Review pull requests as a GitHub App, as webhooks come in",
  options: [
    { flags: "--port <n>", says: "where to listen (default: 8177)" },
    { flags: "--host <address>", says: "on which address (default: 127.0.0.1)" },
    { flags: "--data <dir>", says: "where everything is kept (default: the user's data folder)" },
  ],
  examples: [
    ["crosscheck serve", "with CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY (a PEM file) and CROSSCHECK_WEBHOOK_SECRET set"],
    ["crosscheck serve --host 0.0.0.0 --port 80", "reachable from outside; webhooks are posted to /webhook"],
  ],
  async run(input, outside) {
    const settings = await settingsOf(outside, textOption(input, "port"), textOption(input, "host"));
    const [
      { serve },
      { openInstallations },
      { readerIn },
      { openStore },
      { dataPlace },
      { apiOf },
      { loadUserConfig },
    ] = await Promise.all([
      import("../serve/serve.ts"),
      import("../serve/installation.ts"),
      import("../serve/reader.ts"),
      import("../../world/store/open-store.ts"),
      import("../../world/store/data-folder.ts"),
      import("../../world/github/address.ts"),
      import("../user-config.ts"),
    ]);
    const { env, platform, stop, now } = outside;
    const log = (what: string, about: Readonly<Record<string, unknown>>) =>
      outside.tell(`${JSON.stringify({ at: new Date(now()).toISOString(), what, ...about })}\n`);
    const trouble = (error: Error) => log("the store did not answer", { why: error.message });
    const place = dataPlace({ data: textOption(input, "data"), env, platform, server: true });
    const user = await loadUserConfig(env);
    const models = user.models ?? [];
    const { keyVariables } =
      models.length === 0 ? { keyVariables: () => [] } : await import("../../world/models/key-variables.ts");
    const store = await openStore(place, { trouble });
    try {
      const serving = await serve({
        ...settings,
        store,
        installation: openInstallations(apiOf(settings.githubHost, env), settings.app),
        read: readerIn(outside.program, env, models.flatMap(keyVariables)),
        models: models.length === 0 ? null : user,
        now,
        log,
      });
      outside.print(`Listening on ${serving.url}; webhooks are posted to ${serving.url}/webhook\n`);
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
async function settingsOf({ env }: Outside, port = "8177", host = "127.0.0.1") {
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
  return {
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
