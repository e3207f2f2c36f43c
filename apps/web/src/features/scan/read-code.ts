import { fetchCode } from '../../ui/lazy/index.ts';

/** Sources that codes can be read from. */
export type Picture = HTMLVideoElement | ImageBitmap;

/** Returns the text of the QR code in a picture; null if there is none. */
export type ReadCode = (picture: Picture) => Promise<string | null>;

/** The browser's own reader, which TypeScript doesn't know yet. */
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

/** Shrinks larger pictures first: codes stay readable, and reading is fast. */
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
      // The library throws if there is no code.
      return Promise.resolve(null);
    }
  };
}

/** Opens a QR code reader: the browser's own, or a library. @throws if the library can't be loaded */
export async function openReader(): Promise<ReadCode> {
  return (await nativeReader()) ?? libraryReader();
}
