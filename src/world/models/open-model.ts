// Opens any model.
import type { ModelSettings } from "../../change/config.ts";
import { openApiModel } from "./api-model.ts";
import { openCliModel } from "./cli/open.ts";
import type { Model } from "./model.ts";
import { readUse } from "./model-use.ts";
import type { ModelNeeds } from "./needs.ts";

/** Throws `UserError` for invalid settings. A missing key or program is reported when it is called. */
export function openModel(settings: ModelSettings, needs: ModelNeeds): Model {
  return readUse(settings.use).is === "api" ? openApiModel(settings, needs) : openCliModel(settings, needs);
}
