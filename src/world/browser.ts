// Opens an address in the person's browser. Where there is none, the address that was printed is enough.
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
  // Not installed, or no screen: the person has the address.
  child.on("error", () => {});
  child.unref();
}
