// Validates texts like GitHub does.
import { invalid, type FieldError } from "../exchange.ts";

/** Counted in characters, not in bytes. */
const maxBodyLength = 65_536;

function isTooLong(text: string): boolean {
  // Cheap first: a text cannot have more characters than code units.
  if (text.length <= maxBodyLength) return false;
  let characters = 0;
  for (let at = 0; at < text.length; characters++) at += text.codePointAt(at)! > 0xff_ff ? 2 : 1;
  return characters > maxBodyLength;
}

export function checkBody(text: string, resource: string, what = "body"): void {
  const error = { resource, field: what, code: "custom" } satisfies Partial<FieldError>;
  if (isTooLong(text))
    throw invalid({ ...error, message: `${what} is too long (maximum is ${maxBodyLength} characters)` });
}

export function checkFilledBody(text: string, resource: string): void {
  if (text.trim() === "") throw invalid({ resource, field: "body", code: "custom", message: "Body can't be blank" });
  checkBody(text, resource);
}
