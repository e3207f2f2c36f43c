import type { Square } from './crop.ts';
import { PhotoError } from './photo-error.ts';
import { isJpegOrPng } from './shrink-steps.ts';

/** Wide enough for the largest place it is shown at, on the sharpest screens. */
export const squarePixels = 384;
const quality = 0.85;

/**
 * A chosen picture, upright; to be closed when it isn't needed any more.
 * @throws {PhotoError}
 */
export async function openPhoto(file: Blob): Promise<ImageBitmap> {
  if (!isJpegOrPng(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) throw new PhotoError('neither JPG nor PNG');
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new PhotoError('the picture can’t be read', { cause });
  });
}

/** Draws a square of a picture as it will be sent. */
export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap, { left, top, side }: Square): void {
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError('the browser gives no canvas');
  // A PNG may be see-through; a JPEG can't be.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** What is drawn as a small JPEG, without anything that the file said besides. */
export function squarePhoto(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PhotoError('the picture can’t be written'))),
      'image/jpeg',
      quality,
    );
  });
}
