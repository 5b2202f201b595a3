// The AI SDK, loaded when the first question is asked: it is large, and most commands ask none.
export type Sdk = typeof import("ai");

export async function loadSdk(): Promise<Sdk> {
  // It writes warnings about vendors to the console, in the middle of whatever is shown there.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return await import("ai");
}
