// Measures the detector on CredData (github.com/Samsung/CredData): lines of public repositories, labelled by people as
// credentials or not. Repositories whose id, of the snapshot or of its metadata, begins with an odd hex digit are left
// for a blind measurement.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isDocumentation, isExample, isSample, isVendored } from "../../src/change/file-kinds.ts";
import { secretsInFile } from "../../src/findings/checks/non-code/secrets-in-file.ts";
import { holdsSampleKeys } from "../../src/findings/checks/non-code/test-material.ts";

interface Label {
  start: number;
  end: number;
  isTrue: boolean;
  /** Its categories tell only identifiers, which nobody has to keep secret. */
  isMere: boolean;
}

export interface Figures {
  right: number;
  /** Labelled as no credential, and not labelled at all. */
  wrong: number;
  unlabelled: number;
  found: number;
  of: number;
}

type Part = "everything" | "outside tests and docs";
type Outcome = "posted" | "posted or advisory";
export type CredDataFigures = Record<Part, Record<Outcome, Figures>>;

const mereCategories = new Set([
  "UUID",
  "Nonce",
  "Salt",
  "AWS Client ID",
  "AWS S3 Bucket",
  "Tencent WeChat API App ID",
]);
const none = (): Figures => ({ right: 0, wrong: 0, unlabelled: 0, found: 0, of: 0 });
const both = () => ({ posted: none(), "posted or advisory": none() });

function git(folder: string, ...args: readonly string[]): Buffer {
  return execFileSync("git", ["-C", folder, ...args], { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });
}

function isOurs(id: string): boolean {
  return Number.parseInt(id[0]!, 16) % 2 === 0;
}

/** `folder` holds the repositories as `OWNER/NAME`, `OWNER/NAME.git` or `OWNER+NAME/repo`. */
export function measureCredData(
  credData: string,
  folder: string,
): { figures: CredDataFigures; repositories: string[] } {
  const figures: CredDataFigures = { everything: both(), "outside tests and docs": both() };
  const snapshot = JSON.parse(git(credData, "show", "HEAD:snapshot.json").toString()) as Record<string, string>;
  const repositories: string[] = [];
  for (const [id, address] of Object.entries(snapshot)) {
    const meta = crc32(Buffer.from(id, "hex")).toString(16).padStart(8, "0");
    const [owner, name] = address.split("/").slice(-2);
    const places = [`${owner}/${name}`, `${owner}/${name}.git`, `${owner}+${name}/repo`].map((one) =>
      join(folder, one),
    );
    const place = places.find((one) => existsSync(one));
    if (!isOurs(id) || !isOurs(meta) || place === undefined) continue;
    const labels = labelsOf(git(credData, "show", `HEAD:meta/${meta}.csv`).toString());
    if (measureRepository(place, id.slice(0, 40), labels, figures)) repositories.push(`${owner}/${name}`);
  }
  return { figures, repositories };
}

/** By the hash of the file's path. No field that is read holds a comma. */
function labelsOf(csv: string): Map<string, Label[]> {
  const [head = "", ...rows] = csv.trim().split("\n");
  const names = head.trim().split(",");
  const labels = new Map<string, Label[]>();
  for (const row of rows) {
    const fields = row.trim().split(",");
    const field = (name: string) => fields[names.indexOf(name)] ?? "";
    const categories = field("Category").split(":");
    const label = {
      start: Number(field("LineStart")),
      end: Number(field("LineEnd")),
      isTrue: field("GroundTruth") === "T",
      isMere: categories.includes("UUID") || categories.every((one) => mereCategories.has(one)),
    };
    labels.set(field("FileID"), [...(labels.get(field("FileID")) ?? []), label]);
  }
  return labels;
}

function measureRepository(
  place: string,
  commit: string,
  labels: ReadonlyMap<string, Label[]>,
  figures: CredDataFigures,
): boolean {
  let paths: string[];
  try {
    paths = git(place, "ls-tree", "-r", "-z", "--name-only", commit).toString().split("\0");
  } catch {
    // The copy does not have that commit.
    return false;
  }
  for (const path of paths) {
    const own = labels.get(createHash("sha256").update(path).digest("hex").slice(0, 8));
    const text = own === undefined ? null : fileText(place, commit, path);
    if (own && text !== null) measureFile(path, text, own, figures);
  }
  return true;
}

/** Null: the copy lacks large files. */
function fileText(place: string, commit: string, path: string): string | null {
  try {
    return git(place, "cat-file", "blob", `${commit}:${path}`).toString();
  } catch {
    return null;
  }
}

function measureFile(path: string, text: string, labels: readonly Label[], figures: CredDataFigures): void {
  const isApart = isSample(path) || isVendored(path) || isDocumentation(path) || isExample(path);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (at: number) => ends.filter((end) => end < at).length + 1;
  const secrets = secretsInFile(path, text).map(({ at, certainty }) => ({ line: lineOf(at), certainty }));
  const posted = holdsSampleKeys(path) ? [] : secrets.filter(({ certainty }) => certainty === "live");
  const parts: readonly Part[] = isApart ? ["everything"] : ["everything", "outside tests and docs"];
  for (const part of parts) {
    // Identifiers count where everything is asked for.
    const counts = (label: Label) => label.isTrue && (part === "everything" || !label.isMere);
    addFigures(figures[part].posted, posted, labels, counts);
    addFigures(figures[part]["posted or advisory"], secrets, labels, counts);
  }
}

function addFigures(
  figures: Figures,
  secrets: readonly { line: number }[],
  labels: readonly Label[],
  counts: (label: Label) => boolean,
): void {
  const lines = new Set(secrets.map(({ line }) => line));
  for (const line of lines) {
    const at = labels.filter(({ start, end }) => start <= line && line <= end);
    if (at.some(counts)) figures.right++;
    else if (at.length === 0) figures.unlabelled++;
    else if (!at.some(({ isTrue }) => isTrue)) figures.wrong++;
  }
  const places = new Map(labels.filter(counts).map((label) => [`${label.start}-${label.end}`, label]));
  figures.of += places.size;
  figures.found += [...places.values()].filter(({ start, end }) =>
    [...lines].some((line) => start <= line && line <= end),
  ).length;
}
