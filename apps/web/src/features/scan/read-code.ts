import { fetchCode } from '../../ui/lazy/index.ts';

/** What a code can be read from. */
export type Picture = HTMLVideoElement | ImageBitmap;

/** The text of the QR code in a picture; null where none is found. */
export type ReadCode = (picture: Picture) => Promise<string | null>;

/** The browser's own reader, where it has one: TypeScript doesn't know it yet. */
interface NativeDetector {
  detect(picture: Picture): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}
const native = (globalThis as { readonly BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;

async function nativeReader(): Promise<ReadCode | null> {
  if (native === undefined) return null;
  const formats = await native.getSupportedFormats().catch((): readonly string[] => []);
  if (!formats.includes('qr_code')) return null;
  const detector = new native({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture).catch(() => []))[0]?.rawValue ?? null;
}

/** Larger pictures are made smaller first: a code that fills a part of them is still read, and quickly. */
const maxSide = 1024;

function pixelsOf(picture: Picture): ImageData | null {
  const [width, height] =
    picture instanceof ImageBitmap ? [picture.width, picture.height] : [picture.videoWidth, picture.videoHeight];
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || canvas.width === 0 || canvas.height === 0) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function libraryReader(): Promise<ReadCode> {
  const { decodeQR } = await fetchCode(() => import('qr/decode.js'));
  return (picture) => {
    const pixels = pixelsOf(picture);
    if (pixels === null) return Promise.resolve(null);
    try {
      return Promise.resolve(decodeQR(pixels));
    } catch {
      // It throws where there is no code.
      return Promise.resolve(null);
    }
  };
}

/** A reader of QR codes: the browser's own, or a library that is loaded for it. @throws where that can't be had */
export async function openReader(): Promise<ReadCode> {
  return (await nativeReader()) ?? libraryReader();
}
