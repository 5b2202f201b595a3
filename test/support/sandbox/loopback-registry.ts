// For tests: a registry of npm's on loopback, with packages that are made on the spot.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface LoopbackPackage {
  manifest: { name: string; version: string; [field: string]: unknown };
  files: Readonly<Record<string, string>>;
}

export interface LoopbackRegistry {
  address: string;
  /** What was asked for, and by whom. */
  asked: { path: string; authorization: string | undefined }[];
  close(): Promise<void>;
}

export async function serveRegistry(packages: readonly LoopbackPackage[]): Promise<LoopbackRegistry> {
  const made = packages.map((one) => ({ ...one, archive: pack(one) }));
  const asked: LoopbackRegistry["asked"] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push({ path, authorization: request.headers.authorization });
    const archive = made.find(({ manifest }) => path === archivePath(manifest))?.archive;
    if (archive) return void response.end(archive);
    const versions = made.filter(({ manifest }) => path === `/${manifest.name}`);
    if (versions.length === 0) return void response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(describe(versions, address)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address, asked, close };
}

type Made = LoopbackPackage & { archive: Buffer };

function archivePath({ name, version }: LoopbackPackage["manifest"]): string {
  return `/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

function describe(versions: readonly Made[], address: string) {
  return {
    name: versions[0]?.manifest.name,
    "dist-tags": { latest: versions.at(-1)?.manifest.version },
    versions: Object.fromEntries(
      versions.map(({ manifest, archive }) => {
        const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
        const tarball = new URL(archivePath(manifest).slice(1), address).href;
        return [manifest.version, { ...manifest, dist: { tarball, integrity } }];
      }),
    ),
  };
}

function pack({ manifest, files }: LoopbackPackage): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-pack-"));
  try {
    const all = { "package.json": JSON.stringify(manifest), ...files };
    for (const [name, text] of Object.entries(all)) {
      const file = join(folder, "package", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: 0o755 });
    }
    execFileSync("tar", ["-czf", "a.tgz", "package"], { cwd: folder });
    return readFileSync(join(folder, "a.tgz"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
