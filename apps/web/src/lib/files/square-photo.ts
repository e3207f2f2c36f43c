import type { Square } from './crop.ts';
import { PhotoError } from './photo-error.ts';
import { isJpegOrPng } from './shrink-steps.ts';

/** Wide enough for the largest size it is shown at on the sharpest screens. */
export const squarePixels = 384;
const quality = 0.85;

/**
 * Opens a chosen picture, upright. Close it when it is no longer needed.
 * @throws {PhotoError}
 */
export async function openPhoto(file: Blob): Promise<ImageBitmap> {
  if (!isJpegOrPng(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) throw new PhotoError('neither JPG nor PNG');
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new PhotoError('the picture could not be read', { cause });
  });
}

/** Draws a square of a picture in the size that is sent. */
export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap, { left, top, side }: Square): void {
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError('the browser has no canvas');
  // A PNG may be transparent; a JPEG can't be.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Encodes a canvas as a small JPEG without metadata. */
export function squarePhoto(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PhotoError('the picture could not be encoded'))),
      'image/jpeg',
      quality,
    );
  });
}
