/** How a picture is tried, from the best down. */
export interface ShrinkStep {
  readonly width: number;
  readonly height: number;
  /** Of the JPEG, 0 to 1. */
  readonly quality: number;
}

const tries: readonly (readonly [side: number, quality: number])[] = [
  [2560, 0.9],
  [2560, 0.8],
  [2048, 0.8],
  [1600, 0.8],
  [1280, 0.75],
  [1024, 0.7],
  [800, 0.6],
];

/** The specification's limit for a picture: under 1 MB. */
const photoBytesMax = 1_000_000;

/** Draws a picture by one step after the other until it is small enough; null where it never is. */
export async function drawSmall(
  steps: readonly ShrinkStep[],
  draw: (step: ShrinkStep) => Promise<Blob>,
): Promise<Blob | null> {
  for (const step of steps) {
    const picture = await draw(step);
    if (picture.size < photoBytesMax) return picture;
  }
  return null;
}

/** What to try so that a picture gets small enough. It is never made larger, and keeps its shape. */
export function shrinkSteps(width: number, height: number): readonly ShrinkStep[] {
  const longer = Math.max(width, height, 1);
  return tries.map(([side, quality]) => {
    const scale = Math.min(1, side / longer);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), quality };
  });
}

const jpegStart = [0xff, 0xd8, 0xff];
const pngStart = [0x89, 0x50, 0x4e, 0x47];

/** Whether a file begins like a JPEG or a PNG, whatever its name says. */
export function isJpegOrPng(start: Uint8Array): boolean {
  return [jpegStart, pngStart].some((known) => known.every((byte, index) => start[index] === byte));
}
