import { BankFileError } from './file-error.ts';

export const maxFileBytes = 8_000_000;

/** The encodings in which banks write files; Chinese ones GB 18030, or its part GBK. A bank that says ISO-8859-1 is read as windows-1252, as browsers do: it has the same letters, and more. */
export const fileEncodings = ['utf-8', 'iso-8859-1', 'windows-1252', 'gb18030'] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** Returns the encoding that XML declares of itself; null if the bytes aren't XML. @throws BankFileError for one that no account may have */
function declaredEncoding(bytes: Uint8Array): FileEncoding | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300)).replace(/^(ï»¿|\s)+/, '');
  if (!start.startsWith('<')) return null;
  const [, name] = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start) ?? [];
  return name === undefined ? 'utf-8' : encodingNamed(name, 1);
}

/** The encoding of a name as XML writes it. @throws BankFileError */
export function encodingNamed(name: string, line: number): FileEncoding {
  const lower = name.toLowerCase();
  const known: Readonly<Record<string, FileEncoding>> = { 'us-ascii': 'utf-8', gbk: 'gb18030', gb2312: 'gb18030' };
  const found = known[lower] ?? fileEncodings.find((encoding) => encoding === lower);
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
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isLatin(encoding) ? withSigns(text) : text;
  } catch {
    throw new BankFileError('encoding', lineOfBadByte(bytes), `not ${encoding.toUpperCase()}`);
  }
}

function isLatin(encoding: FileEncoding): boolean {
  return encoding === 'iso-8859-1' || encoding === 'windows-1252';
}

/** The signs of windows-1252 from 0x80 on, with a space where it has none. */
const signs = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Node decodes windows-1252 as ISO-8859-1 in some versions, which has control characters in place of these signs. */
function withSigns(text: string): string {
  return text.replaceAll(/[\u0080-\u009F]/g, (control) => {
    const sign = signs[control.charCodeAt(0) - 0x80];
    return sign === undefined || sign === ' ' ? control : sign;
  });
}

/** Decodes the signs that all encodings share; the others are only good for finding out whose file it is. */
export function decodeRoughly(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, maxFileBytes));
}

function lineOfBadByte(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  return lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD'))).split('\n').length;
}
