// Registers Crosscheck as a GitHub App with the simulated GitHub.
import { randomBytes } from "node:crypto";
import { installApp } from "../../standin/github/apps/install.ts";
import { newKeys } from "../../standin/github/manifest.ts";
import type { Standin } from "../../standin/github/standin.ts";
import { takeId, type App } from "../../standin/github/state.ts";
import { wantedEvents, wantedPermissions } from "../setup/app-needs.ts";

export const botName = "crosscheck";

export async function registerApp(
  github: Standin,
  { webhookUrl, account }: { webhookUrl: string; account: string },
): Promise<App> {
  const { publicKey, privateKey } = await newKeys();
  const { login: bot } = github.user(`${botName}[bot]`, { type: "Bot" });
  const id = takeId(github.state);
  const app: App = {
    id,
    slug: botName,
    name: "Crosscheck",
    owner: account,
    bot,
    clientId: `Iv1.${id}`,
    clientSecret: randomBytes(20).toString("hex"),
    webhookSecret: randomBytes(20).toString("hex"),
    webhookUrl,
    publicKey,
    privateKey,
    permissions: Object.fromEntries(wantedPermissions(true).map(({ name, level }) => [name, level])),
    events: [...wantedEvents],
    callbackUrls: [],
    createdAt: github.clock.now(),
  };
  github.state.apps.push(app);
  installApp(github.hub, github.webhooks, { app, account, by: account });
  return app;
}
