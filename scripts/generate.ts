// `npm run generate`: writes every generated file. The tests compare them with what is committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generated } from "./generated.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const [path, text] of Object.entries(generated())) {
  mkdirSync(dirname(root + path), { recursive: true });
  writeFileSync(root + path, text);
  console.log(path);
}
