// The command `serve`: runs Crosscheck as a GitHub App.
import type { OwnApp } from "../../setup/app-identity.ts";
import type { SetUp } from "../../setup/set-up.ts";
import type { ServerSettings } from "../../server/open-server.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const serveCommand: Command = {
  id: "serve",
  title: "Review pull requests as a GitHub App, as webhooks come in",
  options: {
    "--port <n>": "where to listen (default: 8177)",
    "--host <address>": "on which address (default: 127.0.0.1)",
    "--role <role>": "web receives webhooks, worker runs the jobs, all does both (default: all)",
    "--data <dir>": "where data is stored (default: the user's data folder)",
    "--public-url <url>": "the URL at which GitHub and people reach this server (or CROSSCHECK_PUBLIC_URL)",
  },
  examples: [
    [
      "crosscheck serve --public-url https://crosscheck.example.com",
      "the first time: prints the address of a set-up page",
    ],
    ["crosscheck serve", "later, or with CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY and CROSSCHECK_WEBHOOK_SECRET set"],
    ["crosscheck serve --host 0.0.0.0 --port 80", "reachable from other machines; webhooks go to /webhook"],
  ],
  async run(input, outside) {
    const asked = await askedFor(input, outside);
    const [
      { findApp, missingApp },
      { openServer },
      { openLog },
      { redactingStore },
      { redactLine },
      { processSecrets },
      { openStore },
      { dataPlace },
      { readUserConfigFile: loadUserConfig },
    ] = await Promise.all([
      import("../../setup/app-identity.ts"),
      import("../../server/open-server.ts"),
      import("../../server/log.ts"),
      import("../../server/redacting-store.ts"),
      import("../../../secrets/redact-line.ts"),
      import("../../../secrets/process-secrets.ts"),
      import("../../../world/store/open-store.ts"),
      import("../../../world/store/data-folder.ts"),
      import("../../user-config.ts"),
    ]);
    const { env, platform, stop, now, program } = outside;
    const data = textOption(input, "data");
    const found = findApp({ data, env, platform });
    if (found === null && asked.role === "worker") throw missingApp();
    let secrets = secretsOf(found, processSecrets(env));
    let log = openLog({ write: outside.tell, now, secrets });
    const trouble = (error: Error) => log("the store did not answer", { why: error.message });
    const user = await loadUserConfig(env);
    const opened = await openStore(dataPlace({ data, env, platform, server: true }), { trouble });
    const store = redactingStore(opened, (text) => redactLine(text, secrets));
    const setUp = found === null ? await openSetUpPage(input, outside, asked, log) : null;
    try {
      const made = setUp === null ? null : await Promise.race([setUp.made, aborted(stop)]);
      if (setUp !== null && made === null) return 0;
      // Reads the file that the set-up wrote, so that this start uses what the next one will.
      const own = found ?? findApp({ data, env, platform })!;
      secrets = secretsOf(own, processSecrets(env));
      log = openLog({ write: outside.tell, now, secrets });
      if (own.open) log("others on this machine may read the App's file", { file: own.from });
      const { app, secret, githubHost, client } = own;
      const publicUrl = asked.publicUrl ?? own.publicUrl ?? undefined;
      const settings: ServerSettings = {
        ...asked,
        app,
        secret,
        githubHost,
        client,
        publicUrl,
        listening: made?.server,
      };
      const serving = await openServer(settings, {
        store,
        program,
        env,
        user,
        stop,
        now,
        log,
        version: outside.version,
      });
      made?.started();
      const takes = settings.role === "worker" ? "" : `; webhooks are posted to ${serving.url}/webhook`;
      outside.print(`Listening on ${serving.url}${takes}\n`);
      await aborted(stop);
      await serving.stop();
      return 0;
    } finally {
      await setUp?.close();
      await store.close();
    }
  },
};

type Asked = Pick<ServerSettings, "role" | "address"> & { publicUrl: string | undefined };

async function askedFor(input: Input, { env }: ProcessEnvironment): Promise<Asked> {
  const port = textOption(input, "port") ?? "8177";
  const role = textOption(input, "role") ?? "all";
  const { UserError } = await import("../../../errors.ts");
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UserError(`--port takes a number up to 65535, not "${port}"`, "Give it as in --port 8177.");
  if (role !== "web" && role !== "worker" && role !== "all")
    throw new UserError(`--role takes web, worker or all, not "${role}"`, "Give it as in --role worker.");
  const address = { host: textOption(input, "host") ?? "127.0.0.1", port: Number(port) };
  const given = textOption(input, "publicUrl") ?? (env["CROSSCHECK_PUBLIC_URL"] || undefined);
  if (given === undefined) return { role, address, publicUrl: undefined };
  const [{ parsePublicAddress: readAddress }, { fieldFaultTexts: faultWords }] = await Promise.all([
    import("../../setup/setup-form.ts"),
    import("../../setup/words/setup.ts"),
  ]);
  const read = readAddress(given, hostIn(env));
  if ("fault" in read)
    throw new UserError(
      `--public-url does not fit: ${faultWords[read.fault]}`,
      "Give it as in --public-url https://crosscheck.example.com.",
    );
  return { role, address, publicUrl: read.url };
}

function hostIn(env: ProcessEnvironment["env"]): string {
  return env["CROSSCHECK_GITHUB_HOST"]?.toLowerCase() || "github.com";
}

async function openSetUpPage(
  input: Input,
  { env, platform, stop, print }: ProcessEnvironment,
  { address, publicUrl = null }: { address: Asked["address"]; publicUrl?: string | null | undefined },
  log: (what: string, about?: Readonly<Record<string, unknown>>) => void,
): Promise<SetUp> {
  const [{ openSetUp }, { appFolder }, { apiOf }, { setUpLine }, { randomBytes }] = await Promise.all([
    import("../../setup/set-up.ts"),
    import("../../setup/app-identity.ts"),
    import("../../../world/github/address.ts"),
    import("../../setup/words/setup.ts"),
    import("node:crypto"),
  ]);
  const api = apiOf(hostIn(env), env);
  const setUp = await openSetUp({
    api,
    githubHost: api.host,
    address,
    publicUrl,
    folder: appFolder({ data: textOption(input, "data"), env, platform }),
    // App ids are unique on GitHub.
    name: `crosscheck-${randomBytes(2).toString("hex")}`,
    stop,
    log,
  });
  print(setUpLine(setUp.url));
  return setUp;
}

/** Null when it was stopped. */
function aborted(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener("abort", () => resolve(null), { once: true });
  });
}

/** Secrets that must not be in a log. */
function secretsOf(app: OwnApp | null, own: readonly string[]): string[] {
  return [...own, ...(app ? [app.secret, app.app.privateKey, app.client?.secret ?? ""] : [])];
}
