// Recognizes mentions of the bot: by the App's own name, or by an alias that a repository may turn off.
import { outsideCode } from "./outside-code.ts";

export interface Handles {
  /** The App's slug: letters, digits and single hyphens. */
  own: string;
  aliases: readonly string[];
}

const claudeAlias = "claude";

export function handlesOf(slug: string): Handles {
  return { own: slug, aliases: slug.toLowerCase() === claudeAlias ? [] : [claudeAlias] };
}

/** By its own name, by an alias, or not at all. */
type HandleUse = "handle" | "alias" | "not";

export interface AddressedText {
  called: HandleUse;
  /** The text without the handle. */
  text: string;
  /** What follows each handle, up to the next one. A command stands there, also after other words. */
  calls: readonly string[];
  /** The line of the first handle, or the next one with words: what a reply quotes. */
  line: string;
}

/** Whom a comment addresses. The handle counts as a whole login, outside code and quotes, in any case. */
export function parseAddressed(text: string, handles: Handles): AddressedText {
  const normalised = text.replaceAll(/\r\n?/g, "\n");
  const shown = outsideCode(normalised);
  const found = [...shown.matchAll(pattern(handles))].map(({ 0: name, index, groups }) => ({
    name,
    index,
    login: groups!["name"]!.toLowerCase(),
  }));
  if (found.length === 0) return { called: "not", text: normalised.trim(), calls: [], line: "" };
  const isOwn = found.some(({ login: one }) => one === handles.own.toLowerCase());
  return {
    called: isOwn ? "handle" : "alias",
    text: withoutHandles(normalised, found),
    calls: callsIn(normalised, found),
    line: lineOf(normalised, found),
  };
}

interface FoundHandle {
  /** As written, with the `@`. */
  name: string;
  index: number;
  login: string;
}

/** Before a handle that is only named, as in "you can use @bot review". */
const namesIt = /\b(?:use|using|say|saying|type|write|comment|reply|post|with|via|by|try|like|ask)[\s"'“(]*$/i;
/** Before a handle whose command is not wanted, as in "please don't @bot resolve". */
const negatesIt = /(?:\b(?:do not|never|not|without|before|instead of|no need to)|n['’]t)\b[^.,!?;:\n]{0,60}$/i;
const mostCalls = 20;

function callsIn(text: string, found: readonly FoundHandle[]): string[] {
  const calls = found.slice(0, mostCalls).map(({ name, index }, at) => {
    const before = text.slice(Math.max(0, index - 100), index);
    const after = text.slice(index + name.length, found[at + 1]?.index);
    const ownLine = before.slice(before.lastIndexOf("\n") + 1);
    return namesIt.test(ownLine) || negatesIt.test(ownLine) ? "" : after.replace(/^[ \t]*[,:]?[ \t]*/, "").trim();
  });
  return calls.filter((call) => call !== "");
}

function lineOf(text: string, found: readonly FoundHandle[]): string {
  const { index } = found[0]!;
  const from = text.lastIndexOf("\n", index - 1) + 1;
  const lines = text.slice(from).split("\n");
  const first = found.filter((one) => one.index < from + lines[0]!.length);
  const own = withoutHandles(
    lines[0]!,
    first.map((one) => ({ ...one, index: one.index - from })),
  );
  return /[\p{L}\p{N}]/u.test(own) ? own : (lines.slice(1).find((line) => line.trim() !== "") ?? "").trim();
}

/** `@bot-fan`, `@bot/team`, `@bot.example` and `me@bot` are others; `@bot[bot]` is GitHub's notation of an App. */
function pattern(handles: Handles): RegExp {
  return new RegExp(`(?<!\\w)@${login(handles)}`, "gi");
}

function login({ own, aliases }: Handles): string {
  const names = [own, ...aliases].map((name) => name.replaceAll(/[^a-z0-9-]/gi, "")).join("|");
  return `(?<name>${names})(?:\\[bot\\])?(?![\\w/]|-[a-z0-9]|\\.\\w)`;
}

/** With the comma or colon that follows a name. */
function withoutHandles(text: string, found: readonly FoundHandle[]): string {
  let done = "";
  let at = 0;
  for (const { name, index } of found) {
    done += text.slice(at, index);
    at = index + name.length;
    const after = /[ \t]*[,:][ \t]*|[ \t]+/y;
    after.lastIndex = at;
    if (after.test(text)) at = after.lastIndex;
  }
  return (done + text.slice(at)).trim();
}

/** A text without mentions of us, also in code: our own posts must never trigger us. Other people's names stay. */
export function neutralise(text: string, handles: Handles): string {
  return text.replaceAll(new RegExp(`(?<!\\w)@+(?=${login(handles)})`, "gi"), "");
}
