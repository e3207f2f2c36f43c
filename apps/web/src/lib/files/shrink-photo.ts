import { PhotoError } from './photo-error.ts';
import { drawSmall, isJpegOrPng, type ShrinkStep, shrinkSteps } from './shrink-steps.ts';

async function draw(bitmap: ImageBitmap, { width, height, quality }: ShrinkStep): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError('the browser has no canvas');
  // A PNG may be transparent; a JPEG can't be.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PhotoError('the picture could not be encoded'))),
      'image/jpeg',
      quality,
    );
  });
}

/**
 * Redraws a photo on this device: upright, under 1 MB, as a JPEG without metadata such as the location.
 * @throws {PhotoError}
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  if (!isJpegOrPng(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) throw new PhotoError('neither JPG nor PNG');
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new PhotoError('the picture could not be read', { cause });
  });
  try {
    const photo = await drawSmall(shrinkSteps(bitmap.width, bitmap.height), (step) => draw(bitmap, step));
    if (photo === null) throw new PhotoError('the picture could not be made small enough');
    return photo;
  } finally {
    bitmap.close();
  }
}
