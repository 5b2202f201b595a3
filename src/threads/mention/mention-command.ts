// Parses a person's request in plain words. Anything that is not a command is a question; a near miss of a command is
// never executed, only queried.
import { nearestWord } from "../../change/edit-distance.ts";
import { outsideCode } from "./outside-code.ts";

/** A command, and the name of a label that means the same. */
export const okToReview = "ok-to-review";

export const commandWords = [
  "review",
  okToReview,
  "explain",
  "resolve",
  "dismiss",
  "learn",
  "continue",
  "help",
] as const;
type CommandWord = (typeof commandWords)[number];

export type MentionCommand =
  | { ask: "review" | typeof okToReview | "resolve" | "continue" | "help" }
  /** With what should be explained, if given. */
  | { ask: "explain"; text: string }
  | { ask: "dismiss"; reason: string }
  | { ask: "learn"; rule: string }
  | { ask: "question"; text: string }
  /** A command without its required argument. */
  | { ask: "incomplete"; word: "dismiss" | "learn" }
  | { ask: "typo"; word: string; meant: CommandWord };

/** Commands that change something need write permission. */
const changes: ReadonlySet<MentionCommand["ask"]> = new Set([
  "review",
  okToReview,
  "resolve",
  "dismiss",
  "learn",
  "continue",
]);

/** Not a question, which is answered by a model where there is one. */
export function isCommand(asked: MentionCommand): boolean {
  return asked.ask !== "question" && !(asked.ask === "explain" && asked.text !== "");
}

export function changesState({ ask }: Pick<MentionCommand, "ask">): boolean {
  return changes.has(ask);
}

/** Words beside a command that do not change it. */
const filler =
  /^(?:please|pls|again|now|this|it|that|the|me|pr|mr|pull|request|change|thread|conversation|comment|finding|thanks|thank|you|here|us)$/;
const greeting = /^(?:(?:please|pls|hi|hey|hello|ok|okay)[\s,!.:]+)+/i;
/** Asks for a command, if the rest is one that needs no argument: "can you review this again?" */
const request = /^(?:can|could|would|will)\s+you\s+(?:please\s+)?/i;

/**
 * The command of a whole comment, of what follows a mention (`calls`), or of a line of its own; in this order. Without
 * one it is a question. The text has no handles any more.
 */
export function parseMentionCommand(text: string, calls: readonly string[] = []): MentionCommand {
  const whole = parseCommand(text);
  if (whole.ask !== "question" && whole.ask !== "typo") return whole;
  const others = [...calls.flatMap(commandOfCall), ...ownLines(text).flatMap(commandOfLine)];
  const isTypo = whole.ask === "typo" ? [whole] : [];
  return others.find(({ ask }) => ask !== "typo") ?? isTypo[0] ?? others[0] ?? whole;
}

/** Commands without an argument need only their line: an explanation may follow. */
function commandOfCall(call: string): MentionCommand[] {
  const found = parseCommand(call);
  if (found.ask !== "question") return [found];
  const line = parseCommand(call.split("\n", 1)[0]!);
  return line.ask === "question" ? [] : [line];
}

/** Prose may begin with "dismiss" or "explain", so free text needs a slash. */
function commandOfLine(line: string): MentionCommand[] {
  const found = parseCommand(line);
  if (line.trimStart().startsWith("/")) return found.ask === "question" ? [] : [found];
  return withoutArgument.has(found.ask) ? [found] : [];
}

const withoutArgument: ReadonlySet<MentionCommand["ask"]> = new Set([
  "review",
  okToReview,
  "resolve",
  "continue",
  "help",
]);
const mostLines = 200;

/** Lines outside code and quotes. */
function ownLines(text: string): string[] {
  const shown = outsideCode(text).split("\n");
  return shown.length < 2 ? [] : shown.slice(0, mostLines).filter((line) => line.trim() !== "" && !line.includes("\0"));
}

function parseCommand(text: string): MentionCommand {
  const words = text.trim().replace(greeting, "").trim();
  const command = words.replace(request, "");
  const found = parseWords(command, text);
  return command === words || withoutArgument.has(found.ask) ? found : { ask: "question", text };
}

function parseWords(command: string, text: string): MentionCommand {
  const [, first = "", rest = ""] = /^\/?([a-z]+(?:-[a-z]+)*)[.!,:;]*(?:\s+([^]*))?$/i.exec(command) ?? [];
  const word = first.toLowerCase();
  const isAlone = isFiller(rest);
  switch (word) {
    case "review":
    case okToReview:
    case "resolve":
    case "continue":
    case "help":
      return isAlone ? { ask: word } : { ask: "question", text };
    case "explain":
      return { ask: "explain", text: rest.trim() };
    case "dismiss":
      return rest.trim() === "" ? { ask: "incomplete", word } : { ask: "dismiss", reason: rest.trim() };
    case "learn":
      return rest.trim() === "" ? { ask: "incomplete", word } : { ask: "learn", rule: rest.trim() };
    default: {
      const nearest = nearestCommand(word, rest.trim(), isAlone);
      return nearest === null ? { ask: "question", text } : { ask: "typo", word: first, meant: nearest };
    }
  }
}

function isFiller(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  return words.length <= 8 && words.every((word) => filler.test(word));
}

/** Commands that take free text. */
const withMore = ["dismiss", "learn", "explain"] as const;

/** "dismissed by whom?" is a question, although it starts almost like a command. */
function nearestCommand(word: string, rest: string, isAlone: boolean): CommandWord | null {
  if (word.length < 4) return null;
  const most = Math.min(2, Math.floor(word.length / 3));
  if (isAlone) return nearestWord(word, commandWords, most) as CommandWord | null;
  const nearest = nearestWord(word, withMore, 1) as (typeof withMore)[number] | null;
  return nearest !== null && !rest.endsWith("?") && !word.startsWith(nearest) ? nearest : null;
}
