import sharp from 'sharp';
import { FieldRefusal } from '../refusals/refusal.ts';

export interface Picture {
  /** A JPEG. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const pixelsMax = 25_000_000;
/** A photo of a document is readable well below. */
const sideMax = 4096;
/** The first of these at which it takes no more bytes than it may: what is mostly noise takes far more than it came with. */
const qualities = [88, 70, 50];
const bytesMost = 2 * 1024 * 1024;
const secondsMax = 10;

// Of all that the library can read, what is taken here and nothing else: no other decoder ever sees a customer's bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
// Pictures are read once; nothing of one customer's is kept in memory for the next.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Draws a picture anew: decodes a JPEG or PNG (by its content; what its name or sender says doesn't count) to its pixels and encodes those.
 * Metadata, trailing bytes and whatever else the file held are gone; how it was held when it was taken is applied first.
 * @throws FieldRefusal where it is neither, is broken, or has too many pixels or bytes
 */
export async function redraw(bytes: Uint8Array): Promise<Picture> {
  if (!isJpeg(bytes) && !isPng(bytes)) throw new FieldRefusal({ file: 'image' });
  const size = await readSize(bytes);
  if (size.width * size.height > pixelsMax) throw new FieldRefusal({ file: 'imageTooLarge' });
  for (const quality of qualities) {
    const picture = await encode(bytes, quality);
    if (picture.bytes.length <= bytesMost) return picture;
  }
  throw new FieldRefusal({ file: 'imageTooLarge' });
}

async function encode(bytes: Uint8Array, quality: number): Promise<Picture> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'warning', pages: 1 })
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    throw brokenPicture(error);
  }
}

async function readSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw brokenPicture(error);
  }
}

/** The library throws one kind of error for everything; none of it says more to the customer than this. */
function brokenPicture(cause: unknown): FieldRefusal {
  const refusal = new FieldRefusal({ file: 'image' });
  refusal.cause = cause;
  return refusal;
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function isPng(bytes: Uint8Array): boolean {
  return pngStart.every((byte, index) => bytes[index] === byte);
}
