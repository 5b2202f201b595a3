// Protects the set-up page: the printed address carries a one-time token that becomes a cookie.
import { randomBytes } from "node:crypto";
import { isSameSecret } from "../../world/same-secret.ts";

export interface SetupAccess {
  token: string;
  /** The session that the token opens; null where the token is wrong or was used. */
  enter(token: string): string | null;
  /** Whether this is the token, used or not. */
  isToken(token: string): boolean;
  isInside(session: string): boolean;
  /** A mark, with what is to be known when it comes back. */
  newState(about: string): string;
  /** What it is about, once for each; null for all others. */
  takeState(state: string): string | null;
  /** What it stood for did not happen: it may come again. */
  giveBack(state: string, about: string): void;
}

/** A person goes back and forth a few times; more is no person. */
const mostStates = 20;

export function openSetupAccess(): SetupAccess {
  const token = secret();
  let session: string | null = null;
  const states: { state: string; about: string }[] = [];
  const keep = (state: string, about: string) => {
    states.push({ state, about });
    if (states.length > mostStates) states.shift();
  };
  return {
    token,
    isToken: (given) => isSameSecret(given, token),
    enter(given) {
      if (!isSameSecret(given, token) || session !== null) return null;
      session = secret();
      return session;
    },
    isInside: (given) => session !== null && isSameSecret(given, session),
    newState(about) {
      const state = secret();
      keep(state, about);
      return state;
    },
    takeState(given) {
      let found = -1;
      // All of them are looked at, whichever it is.
      for (const [index, { state }] of states.entries()) if (isSameSecret(given, state)) found = index;
      return found < 0 ? null : states.splice(found, 1)[0]!.about;
    },
    giveBack: keep,
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
