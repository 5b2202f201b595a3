// Our App as GitHub knows it, registered with the stand-in and not yet installed.
import { newKeys } from "../../src/standin/github/manifest.ts";
import type { Standin } from "../../src/standin/github/standin.ts";
import { takeId, type App } from "../../src/standin/github/state.ts";

export async function registerApp(
  github: Standin,
  { contents, events }: { contents: "read" | "write"; events: string[] },
): Promise<App> {
  const { publicKey, privateKey } = await newKeys();
  github.user("crosscheck[bot]", { type: "Bot" });
  const app: App = {
    id: takeId(github.state),
    slug: "crosscheck",
    name: "Crosscheck",
    owner: "acme",
    bot: "crosscheck[bot]",
    clientId: "Iv1.x",
    clientSecret: "s",
    webhookSecret: "It's a secret",
    webhookUrl: null,
    publicKey,
    privateKey,
    permissions: { contents, pull_requests: "write", issues: "write", checks: "write", metadata: "read" },
    events,
    callbackUrls: [],
    createdAt: Date.now(),
  };
  github.state.apps.push(app);
  return app;
}
