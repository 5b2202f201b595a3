// Writes the software bill of materials of what is published, in CycloneDX's format: the packages in the bundle, with their
// hashes from the lock file. It has no date and no random number, so that the same source gives the same bytes.
import { readFileSync } from "node:fs";

export interface PackageManifest {
  name: string;
  version: string;
  license?: string;
}

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string }>;
}

export function softwareBill(packages: readonly PackageManifest[]): string {
  const own = JSON.parse(readFileSync("package.json", "utf8")) as PackageManifest;
  const { packages: locked } = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
  const byUrl = new Map(packages.map((one) => [packageUrl(one), one] as const));
  const components = [...byUrl.values()].map((one) => ({ type: "library", ...described(one), ...hashes(one, locked) }));
  const root = packageUrl(own);
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...described(own) } },
    components,
    dependencies: [{ ref: root, dependsOn: [...byUrl.keys()] }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function described({ name, version, license }: PackageManifest) {
  const purl = packageUrl({ name, version });
  // An expression such as "MIT OR Apache-2.0" stands for itself; one id is an expression, too.
  const licenses = license === undefined ? {} : { licenses: [{ expression: license }] };
  return { "bom-ref": purl, name, version, purl, ...licenses };
}

function packageUrl({ name, version }: PackageManifest): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function hashes({ name, version }: PackageManifest, locked: LockFile["packages"]) {
  const found = Object.entries(locked).find(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
  );
  const [, base64] = /^sha512-(.+)$/.exec(found?.[1].integrity ?? "") ?? [];
  if (base64 === undefined) return {};
  return { hashes: [{ alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") }] };
}
