import { BankFileError } from './file-error.ts';

export const maxFileBytes = 8_000_000;

/** The encodings in which banks write files. A bank that says ISO-8859-1 is read as windows-1252, as browsers do: it has the same letters, and more. */
export const fileEncodings = ['utf-8', 'iso-8859-1', 'windows-1252'] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** Returns the encoding that XML declares of itself; null if the bytes aren't XML. @throws BankFileError for one that no account may have */
export function declaredEncoding(bytes: Uint8Array): FileEncoding | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300)).replace(/^(ï»¿|\s)+/, '');
  if (!start.startsWith('<')) return null;
  const [, name] = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start) ?? [];
  return name === undefined ? 'utf-8' : encodingNamed(name, 1);
}

/** The encoding of a name as XML writes it. @throws BankFileError */
export function encodingNamed(name: string, line: number): FileEncoding {
  const lower = name.toLowerCase();
  const found = lower === 'us-ascii' ? 'utf-8' : fileEncodings.find((encoding) => encoding === lower);
  if (found === undefined) throw new BankFileError('encoding', line, name.slice(0, 40));
  return found;
}

/**
 * Decodes a file's bytes: XML as it declares, everything else as its account declares. Bytes that the encoding doesn't have are refused: a name
 * with another letter would no longer be the payer's. @throws BankFileError
 */
export function decodeFile(bytes: Uint8Array, encodingOf: () => FileEncoding = () => 'utf-8'): string {
  if (bytes.length > maxFileBytes) throw new BankFileError('tooLarge', 1, `${bytes.length} bytes`);
  const encoding = declaredEncoding(bytes) ?? encodingOf();
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileError('encoding', lineOfBadByte(bytes), `not ${encoding.toUpperCase()}`);
  }
}

/** Decodes the signs that all encodings share; the others are only good for finding out whose file it is. */
export function decodeRoughly(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, maxFileBytes));
}

function lineOfBadByte(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  return lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD'))).split('\n').length;
}
