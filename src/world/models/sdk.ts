// Loads the AI SDK on first use: it is large, and most commands need none.
export type Sdk = typeof import("ai");

export async function loadSdk(): Promise<Sdk> {
  // It writes vendor warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return await import("ai");
}
