// Protects the set-up page: the printed address carries a one-time token that becomes a cookie.
import { randomBytes } from "node:crypto";
import { isSameSecret } from "../../world/same-secret.ts";

export interface SetupAccess {
  token: string;
  /** Returns the session; null if the token is wrong or was used. */
  enter(token: string): string | null;
  /** Whether the token is right, used or not. */
  isToken(token: string): boolean;
  isInside(session: string): boolean;
  /** Creates a `state` parameter and remembers what it is about. */
  newState(about: string): string;
  /** Returns what the state is about, once; null if it is unknown. */
  takeState(state: string): string | null;
  /** Makes a state valid again, because its request failed. */
  giveBack(state: string, about: string): void;
}

/** Higher than the number of times a person submits the form. */
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
      // Checks all of them, so that the time does not depend on which one matches.
      for (const [index, { state }] of states.entries()) if (isSameSecret(given, state)) found = index;
      return found < 0 ? null : states.splice(found, 1)[0]!.about;
    },
    giveBack: keep,
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
