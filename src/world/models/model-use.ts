// Parses `use` of the model settings.
import { UserError } from "../../errors.ts";
import { vendors } from "./vendors/index.ts";
import type { Vendor } from "./vendors/vendor.ts";

const programs = ["codex", "gemini", "claude"] as const;
type ProgramName = (typeof programs)[number];

export type ModelUse =
  | { is: "api"; vendor: Vendor; id: string }
  | { is: "program"; program: ProgramName; id: string | null };

/** Ids are used in addresses and arguments, so the characters are restricted. */
const idForm = /^(?!-)(?!.*\.\.)[\w.:@+/-]{1,200}$/;

export function readUse(use: string): ModelUse {
  const slash = use.indexOf("/");
  const [way, id] = slash < 0 ? [use, null] : [use.slice(0, slash), use.slice(slash + 1)];
  const vendor = vendors.find((one) => one.id === way);
  const program = programs.find((one) => one === way);
  if (vendor && id !== null && idForm.test(id)) return { is: "api", vendor, id };
  if (program && (id === null || idForm.test(id))) return { is: "program", program, id };
  throw new UserError(
    `models: ${JSON.stringify(use.slice(0, 100))} does not name a model`,
    `In your own config, write \`use\` as ${vendors.map((one) => `${one.id}/<model>`).join(", ")}, or ${programs.join(", ")} for an installed program.`,
  );
}
