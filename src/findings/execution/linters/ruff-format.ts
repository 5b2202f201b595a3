// Runs Ruff's formatter where the project configures it; many use only its linter.
import type { Linter } from "../linter.ts";
import { formatCommand, readFormatted } from "./formatter.ts";
import { ruffConfigs, ruffPlaces } from "./ruff.ts";

export const ruffFormat: Linter = {
  id: "ruff-format",
  kind: "format",
  ecosystem: "python",
  standalone: true,
  detect: (base) => ruffPlaces(base, "ruff-format", (table) => Object.hasOwn(table, "format")),
  takes: (path) => /\.pyi?$/.test(path),
  command: (used, files) => formatCommand(used, ["ruff", "format", "--no-cache", "--force-exclude"], files),
  read: readFormatted,
  configFiles: ruffConfigs,
};
