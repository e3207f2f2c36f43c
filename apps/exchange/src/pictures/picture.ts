import sharp from 'sharp';
import { FieldRefusal } from '../refusals/refusal.ts';

export interface Picture {
  /** A JPEG. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const maxPixels = 25_000_000;
/** Photos of documents are readable at this size. */
const maxSide = 4096;
/** Qualities to try in order until the size is allowed: noise compresses badly. */
const qualities = [88, 70, 50];
const maxBytes = 2 * 1024 * 1024;
const maxSeconds = 10;

// Restricts the library to these two decoders: no other one processes customers' bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
// Each picture is read once, so no customer's data stays in the cache.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes a picture: decodes JPEG or PNG by content (name and declared type are ignored) to pixels and encodes those.
 * This drops metadata, trailing bytes and anything else in the file, after applying its orientation.
 * @throws FieldRefusal if it is neither type, is broken, or has too many pixels or bytes
 */
export async function redraw(bytes: Uint8Array): Promise<Picture> {
  if (!isJpeg(bytes) && !isPng(bytes)) throw new FieldRefusal({ file: 'image' });
  const size = await readSize(bytes);
  if (size.width * size.height > maxPixels) throw new FieldRefusal({ file: 'imageTooLarge' });
  for (const quality of qualities) {
    const picture = await encode(bytes, quality);
    if (picture.bytes.length <= maxBytes) return picture;
  }
  throw new FieldRefusal({ file: 'imageTooLarge' });
}

async function encode(bytes: Uint8Array, quality: number): Promise<Picture> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
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

/** The library throws one kind of error for all failures; the customer gets the same message for each. */
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
