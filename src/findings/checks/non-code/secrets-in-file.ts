// Finds secrets in a file's text by the rules that fit the role of the file.
import { isDocumentation } from "../../../change/file-kinds.ts";
import type { Secret, SecretSource } from "../../../secrets/find-own-secrets.ts";
import { findSecrets } from "../../../secrets/find-secrets.ts";
import { isTestInputOrForeign } from "./test-material.ts";

const samplePath =
  /(?:^|[/._-])(?:examples?|samples?|mocks?|stubs?|fakes?|fixtures?|dummy|templates?|demos?|tutorials?|dist(?=$))(?=[/._-]|$)|(?:^|[/])docs?[/]/i;

export function secretsInFile(path: string, text: string): Secret[] {
  return findSecrets(text, { path, role: roleOf(path) });
}

/** Test and sample files contain throw-away keys and made-up tokens. */
function roleOf(path: string): SecretSource["role"] {
  if (isTestInputOrForeign(path)) return "test";
  return isDocumentation(path) || samplePath.test(path) ? "sample" : "other";
}
