// Creates the request options for GitHub with the user's token.
import { apiOf } from "../world/github/address.ts";
import { wallClock } from "../world/github/clock.ts";
import type { RequestOptions } from "../world/github/request.ts";
import { findToken } from "../world/github/token.ts";

export async function requestOptions(
  host: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<RequestOptions> {
  const { token } = await findToken(host, env, stop);
  return { api: apiOf(host, env), token: async () => token, stop, clock: wallClock };
}
