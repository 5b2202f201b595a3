// Finds docs and configs that set environment variables or options that no code reads any more.
import { removedLines, addedLines, pathOf } from "../../../change/diff.ts";
import { isNoisePath, isProse, isTest } from "../../../change/file-kinds.ts";
import type { Quote } from "../../../change/change.ts";
import type { NameUse } from "../../../change/symbols/symbols.ts";
import { languageFor } from "../../text/languages.ts";
import type { SearchContext, ReferenceSearch, StaleReference } from "./reference-search.ts";
import { mentionsPast } from "./line-classifier.ts";

interface Setting {
  name: string;
  what: "environment variable" | "option";
  quote: Quote;
}

/** Ways in which programs read environment variables. */
const environment = [
  /\bprocess\.env(?:\.|\[["'])([A-Z][A-Z\d_]{3,})/g,
  /\bimport\.meta\.env\.([A-Z][A-Z\d_]{3,})/g,
  /\bos\.(?:environ(?:\.get\(|\[)|getenv\()\s*["']([A-Z][A-Z\d_]{3,})/g,
  /\bos\.(?:Getenv|LookupEnv)\("([A-Z][A-Z\d_]{3,})"/g,
  /\benv::var(?:_os)?\("([A-Z][A-Z\d_]{3,})"/g,
  /\bSystem\.getenv\("([A-Z][A-Z\d_]{3,})"/g,
  /\bENV(?:\[|\.fetch\()["']([A-Z][A-Z\d_]{3,})/g,
  /\bgetenv\(["']([A-Z][A-Z\d_]{3,})/g,
];
/** Ways in which programs declare options. */
const options = [
  /\.(?:option|requiredOption|addOption)\(\s*["'`](?:-\w,\s*)?(--[a-z][a-z\d-]{3,})/g,
  /\badd_argument\((?:\s*["']-\w["'],)?\s*["'](--[a-z][a-z\d_-]{3,})["']/g,
  /@click\.option\((?:\s*["']-\w["'],)?\s*["'](--[a-z][a-z\d-]{3,})/g,
];
/** Variables of the system and of other programs, which remain valid even if this code stops reading them. */
const commonVariable =
  /^(?:CI|HOME|PATH|NODE_ENV|DEBUG|PORT|HOST|DATABASE_URL|NO_COLOR|FORCE_COLOR|SHELL|TERM|EDITOR|GITHUB_\w+|AWS_\w+|npm_\w+)$/;

export async function searchGoneSettings({ change, classifier }: SearchContext): Promise<ReferenceSearch | null> {
  const gone = findGoneSettings(change.files);
  if (gone.length === 0) return null;
  return {
    names: gone.map(({ name }) => name),
    async findStale(uses) {
      const references: StaleReference[] = [];
      for (const setting of gone) {
        const at = uses.get(setting.name);
        // Any code that contains the name may read it.
        if (!at || at.cut || at.at.some(({ path }) => mayReadSettings(path))) continue;
        for (const use of at.at) {
          const where = await classifier.kindAt(use.path, use.line, use.text.indexOf(setting.name));
          if ((where === "docs" || where === "config") && !mentionsPast(use.text))
            references.push(toStaleReference(setting, use));
        }
      }
      return references;
    },
  };
}

function findGoneSettings(files: SearchContext["change"]["files"]): Setting[] {
  const gone = new Map<string, Setting>();
  const remaining: string[] = [];
  for (const file of files) {
    if (file.binary) continue;
    const path = file.oldPath ?? pathOf(file);
    if (isProse(path) || isTest(path) || isNoisePath(path)) continue;
    for (const { text } of addedLines(file)) remaining.push(text);
    if (languageFor(path) === null) continue;
    for (const { line, text } of removedLines(file))
      for (const setting of settingsIn(text)) {
        const quote: Quote = { path, side: "base", start: line, end: line, text };
        gone.set(setting.name, { ...setting, quote });
      }
  }
  return [...gone.values()].filter(
    ({ name }) => !commonVariable.test(name) && !remaining.some((text) => text.includes(name)),
  );
}

function settingsIn(text: string): Pick<Setting, "name" | "what">[] {
  if (text.length > 2000) return [];
  return [
    ...environment.flatMap((form) =>
      [...text.matchAll(form)].map((match) => ({ name: match[1]!, what: "environment variable" as const })),
    ),
    ...options.flatMap((form) =>
      [...text.matchAll(form)].map((match) => ({ name: match[1]!, what: "option" as const })),
    ),
  ];
}

function mayReadSettings(path: string): boolean {
  const family = languageFor(path)?.family;
  return family !== undefined && family !== "data" && family !== "markup" && !isProse(path);
}

function toStaleReference({ name, what, quote }: Setting, use: NameUse): StaleReference {
  return {
    ...use,
    kind: "setting-in-docs",
    name,
    and: [quote],
    title: `Nothing reads the ${what} \`${name}\` any more, and this line still sets it`,
    explanation: `This change removes the last code that read the ${what} \`${name}\`, in \`${quote.path}\`. Setting it has no effect.`,
  };
}
