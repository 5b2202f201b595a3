// Finds changes of a lock file that a plain version update does not make.
import { urlHost, isLocalHost, isUnencrypted, type PackageEcosystem } from "./dependency.ts";
import { lockLine, positionKey, type DependencyLock, type LockedPackage } from "./lock.ts";
import { isPopular, findLookAlike } from "./look-alikes.ts";
import type { DependencyProblem } from "./dependency-problem.ts";

interface LockSides {
  ecosystem: PackageEcosystem;
  before: DependencyLock | null;
  after: DependencyLock;
  /** The file at head. */
  text: string;
}

export function findLockProblems(sides: LockSides): DependencyProblem[] {
  return [
    ...toProblems(sides, "integrity-removed", findLostHashes(sides), (names) => ({
      title: `The checksum of ${names} was removed`,
      explanation:
        "The version is unchanged but its checksum was removed, so the package manager accepts whatever the server sends. Regenerate the lock " +
        "file with the package manager and commit the result.",
    })),
    ...toProblems(sides, "integrity-changed", findChangedHashes(sides), (names) => ({
      title: `The checksum of ${names} changed, and the version did not`,
      explanation:
        "Registries do not allow a published version to be replaced. Either this file was edited by hand, or the package " +
        "comes from another source than before. Compare the checksum with the registry's.",
    })),
    ...toProblems(sides, "insecure-transport", findUnencrypted(sides), (names) => ({
      title: `Plain HTTP is used to download ${names}`,
      explanation: "An attacker on the network can replace the package. Use the https address.",
    })),
    ...toProblems(sides, "misnamed-source", findMisnamed(sides), (names) => ({
      title: `The URL locked for ${names} belongs to another package`,
      explanation:
        "The package manager downloads from the URL, whatever the entry is called. Regenerate the lock file with the " +
        "package manager. If the URL comes back, find out who wrote it.",
    })),
    ...findNewHosts(sides),
    ...findNewScripts(sides),
  ];
}

type ProblemTexts = (names: string) => { title: string; explanation: string };

/** One finding for all names: people do not read lock files line by line. */
function toProblems(
  sides: LockSides,
  kind: string,
  all: readonly LockedPackage[],
  texts: ProblemTexts,
  confidence?: number,
): DependencyProblem[] {
  const [first] = all;
  if (!first) return [];
  const line = lockLine(sides.text, first.at);
  const text = (sides.text.split("\n", line)[line - 1] ?? "").replace(/\r$/, "");
  return [
    {
      kind,
      line,
      text,
      ...texts(formatNames(all.map(({ name }) => name))),
      ...(confidence !== undefined && { confidence }),
    },
  ];
}

const mostNames = 3;

export function formatNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const listed = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? `${listed} and ${names.length - mostNames} more` : listed;
}

const versionKey = ({ name, version }: LockedPackage) => `${name}@${version}`;
/** Two registries may each build the same version. */
const hostKey = (locked: LockedPackage) =>
  `${versionKey(locked)} ${locked.from === null ? "" : (urlHost(locked.from) ?? "")}`;

/** All checksums of one version, which may occur in several places of the file. */
function collectHashes(
  lock: DependencyLock | null,
  by: (locked: LockedPackage) => string,
): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>();
  for (const locked of lock?.packages ?? []) {
    const key = by(locked);
    all.set(key, new Map([...(all.get(key) ?? []), ...locked.hashes]));
  }
  return all;
}

function findLostHashes({ before, after }: LockSides): LockedPackage[] {
  const [old, now] = [collectHashes(before, versionKey), collectHashes(after, versionKey)];
  // An entry without a checksum loses none when others of its name and version disappear.
  const bare = new Set((before?.packages ?? []).filter(({ hashes }) => hashes.size === 0).map(placeKey));
  return after.packages.filter((locked) => {
    const key = versionKey(locked);
    if (locked.unhashed || (old.get(key)?.size ?? 0) === 0 || now.get(key)?.size !== 0) return false;
    return !bare.has(placeKey(locked));
  });
}

/** If only lines are known, an entry is identified by its name. */
function placeKey(locked: LockedPackage): string {
  return `${versionKey(locked)} ${typeof locked.at === "number" ? "" : positionKey(locked.at)}`;
}

function findChangedHashes({ before, after }: LockSides): LockedPackage[] {
  const old = collectHashes(before, hostKey);
  return after.packages.filter((locked) => {
    const known = old.get(hostKey(locked));
    if (known === undefined || locked.unhashed) return false;
    return [...locked.hashes].some(
      ([file, hash]) => haveSameAlgorithm(known.get(file), hash) && known.get(file) !== hash,
    );
  });
}

/** A shorter checksum is often replaced by a longer one of the same file. */
function haveSameAlgorithm(old: string | undefined, now: string): boolean {
  const algorithm = (hash: string) => /^[a-z]+\d*(?=[-:])/.exec(hash)?.[0] ?? "";
  return old !== undefined && algorithm(old) === algorithm(now) && !/\s/.test(old + now);
}

function sourcesAtBase({ before }: LockSides): ReadonlySet<string | null> {
  return new Set(before?.packages.map(({ from }) => from));
}

function findUnencrypted(sides: LockSides): LockedPackage[] {
  const known = sourcesAtBase(sides);
  return sides.after.packages.filter(({ from }) => from !== null && isUnencrypted(from) && !known.has(from));
}

const registries = new RegExp(
  "^(?:registry\\.(?:npmjs\\.org|yarnpkg\\.com|npmmirror\\.com)|npm\\.(?:pkg\\.github\\.com|jsr\\.io)|" +
    "(?:index|static)\\.crates\\.io|pypi\\.(?:org|nvidia\\.com)|download\\.pytorch\\.org)$",
);
// Archives of repositories: the manifest decides whether they belong there.
const repositories = /^(?:(?:www\.|codeload\.)?github\.com|gitlab\.com|bitbucket\.org|pkg\.pr\.new)$/;

/** A registry archive whose path names another package than the entry. */
function findMisnamed(sides: LockSides): LockedPackage[] {
  const known = sourcesAtBase(sides);
  return sides.after.packages.filter(({ name, from, alias }) => {
    if (from === null || alias || known.has(from) || !/^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\//.test(from))
      return false;
    const path = decodeEscapes(from.slice(from.indexOf("/", 8) + 1));
    return path.includes("/-/") && !path.startsWith(`${name}/-/`);
  });
}

function decodeEscapes(text: string): string {
  return text.replace(/%2f/gi, "/").replace(/%40/g, "@");
}

/** Hosts that are new to the file, in one finding: one setting or edit adds them all. */
function findNewHosts(sides: LockSides): DependencyProblem[] {
  const { before, after } = sides;
  if (!before) return [];
  const hosts = new Set(before.packages.flatMap(({ from }) => (from === null ? [] : (urlHost(from) ?? []))));
  // If the file named no hosts before, its format changed.
  if (hosts.size === 0) return [];
  const foreign = after.packages.filter(({ from, unhashed }) => {
    const host = from === null ? null : urlHost(from);
    return (
      host !== null &&
      !unhashed &&
      !hosts.has(host) &&
      !registries.test(host) &&
      !repositories.test(host) &&
      !isLocalHost(host)
    );
  });
  const from = formatNames(foreign.map((one) => urlHost(one.from ?? "") ?? ""));
  return toProblems(
    sides,
    "other-registry",
    foreign,
    (names) => ({
      title: `${names} ${new Set(foreign.map(({ name }) => name)).size > 1 ? "are" : "is"} now downloaded from ${from}`,
      explanation:
        `Nothing in this lock file came from ${from} before. If that is your own registry, regenerate the whole file with it; ` +
        "if not, regenerate the entry from the registry that the project uses.",
    }),
    7,
  );
}

const mostScripts = 200;

function findNewScripts(sides: LockSides): DependencyProblem[] {
  const { ecosystem, before, after } = sides;
  if (!before) return [];
  const known = new Set(before.packages.map(({ name }) => name));
  const isNew = ({ name, runsScripts }: LockedPackage) => runsScripts && !known.has(name);
  const scripted = after.packages.filter(isNew).slice(0, mostScripts);
  const alike = scripted.filter(({ name }) => findLookAlike(name, ecosystem) !== null);
  const others = scripted.filter((one) => !alike.includes(one) && !isPopular(one.name, ecosystem));
  return [
    ...alike.flatMap((one) =>
      toProblems(
        sides,
        "look-alike-with-script",
        [one],
        (name) => ({
          title: `${name} runs an install script and has almost the same name as ${findLookAlike(one.name, ecosystem) ?? ""}`,
          explanation:
            "Malicious packages use a name one typo away from a well-known package and an install script to steal " +
            "credentials. Verify that this is the intended package before anyone installs it.",
        }),
        7,
      ),
    ),
    ...toProblems(
      sides,
      "install-script",
      others,
      (names) => ({
        title: `New packages run install scripts: ${names}`,
        explanation:
          "Their code runs on every machine that installs them, with that user's permissions, before any import. Read what " +
          "the scripts do, or install with scripts off.",
      }),
      4,
    ),
  ];
}
