// Reviews make many texts that are soon forgotten. A large nursery for them is memory for nothing: with a small one a
// review of a large repository holds about a third less, in the same time.

/** A short review ends before that, and a growing nursery saves it most of its collections. */
const shortReview = 500;

export function keepHeapSmall(): void {
  setTimeout(() => void stopNurseryGrowth(), shortReview).unref();
}

async function stopNurseryGrowth(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
}
