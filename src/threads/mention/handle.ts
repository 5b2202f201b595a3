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
}

/** Whom a comment addresses. The handle counts as a whole login, outside code and quotes, in any case. */
export function parseAddressed(text: string, handles: Handles): AddressedText {
  const normalised = text.replaceAll(/\r\n?/g, "\n");
  const shown = outsideCode(normalised);
  const found = [...shown.matchAll(pattern(handles))];
  if (found.length === 0) return { called: "not", text: normalised.trim() };
  const isOwn = found.some(({ groups }) => groups?.["name"]?.toLowerCase() === handles.own.toLowerCase());
  return { called: isOwn ? "handle" : "alias", text: withoutHandles(normalised, found) };
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
function withoutHandles(text: string, found: readonly RegExpExecArray[]): string {
  let done = "";
  let at = 0;
  for (const { 0: name, index } of found) {
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
