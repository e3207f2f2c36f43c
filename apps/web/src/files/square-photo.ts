import { PhotoError } from './photo-error.ts';
import { isJpegOrPng } from './shrink-steps.ts';

/** Wide enough for the largest place it is shown at, on the sharpest screens. */
const sidePixels = 384;
const quality = 0.85;

/**
 * The middle of a picture as a small square JPEG, upright and without anything that the file said besides.
 * @throws {PhotoError}
 */
export async function squarePhoto(file: Blob): Promise<Blob> {
  if (!isJpegOrPng(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) throw new PhotoError('neither JPG nor PNG');
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new PhotoError('the picture can’t be read', { cause });
  });
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(sidePixels, sidePixels);
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError('the browser gives no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sidePixels, sidePixels);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, sidePixels, sidePixels);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
