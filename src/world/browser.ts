// Opens an address in the user's browser. A failure is ignored, because the address is printed too.
import { spawn } from "node:child_process";

const openers: Record<string, readonly string[]> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
};

export function openInBrowser(
  address: string,
  { platform, env }: { platform: string; env: Readonly<Record<string, string | undefined>> },
): void {
  const [program, ...how] = openers[platform] ?? openers["linux"]!;
  const child = spawn(program!, [...how, address], { stdio: "ignore", detached: true, env: { ...env } });
  // No browser, or no screen.
  child.on("error", () => {});
  child.unref();
}
