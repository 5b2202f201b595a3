// Loads the AI SDK on first use: it is large, and most commands need none.
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

export async function loadSdk() {
  // It writes vendor warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  // By name: the bundle holds only what is named.
  const { isStepCount, jsonSchema, Output, streamText, tool } = await import("ai");
  return { isStepCount, jsonSchema, Output, streamText, tool };
}
