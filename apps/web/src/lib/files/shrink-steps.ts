/** Size and quality of one attempt, from the best down. */
export interface ShrinkStep {
  readonly width: number;
  readonly height: number;
  /** JPEG quality, 0 to 1. */
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

/** Draws a picture step by step until it is small enough; null if it never is. */
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

/** Attempts that make a picture small enough. None enlarges it, and all keep its aspect ratio. */
export function shrinkSteps(width: number, height: number): readonly ShrinkStep[] {
  const longer = Math.max(width, height, 1);
  return tries.map(([side, quality]) => {
    const scale = Math.min(1, side / longer);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), quality };
  });
}

const jpegStart = [0xff, 0xd8, 0xff];
const pngStart = [0x89, 0x50, 0x4e, 0x47];

/** True if the file's first bytes are those of a JPEG or PNG; its name does not matter. */
export function isJpegOrPng(start: Uint8Array): boolean {
  return [jpegStart, pngStart].some((known) => known.every((byte, index) => start[index] === byte));
}
