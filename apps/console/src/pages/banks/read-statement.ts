import type { HouseBankAccount } from '@fft/console-contract';

type FileEncoding = NonNullable<HouseBankAccount['encoding']>;

/** Largest file that the call takes, in characters; a file has at least as many bytes. */
const maxBytes = 1_000_000;

export type Unreadable = 'notEncoded' | 'tooLarge' | 'empty';

/**
 * Reads a file in its encoding: XML as it declares, everything else as its account does. Bytes that the encoding doesn't have are refused rather than
 * replaced: a name would no longer be the sender's.
 */
export async function readStatement(
  file: File,
  encoding: FileEncoding = 'utf-8',
): Promise<{ readonly text: string } | Unreadable> {
  if (file.size > maxBytes) return 'tooLarge';
  if (file.size === 0) return 'empty';
  try {
    const bytes = await file.arrayBuffer();
    return { text: new TextDecoder(declaredIn(bytes) ?? encoding, { fatal: true }).decode(bytes) };
  } catch {
    return 'notEncoded';
  }
}

/** The encoding that XML declares; null for other files. The exchange refuses those that it doesn't read. */
function declaredIn(bytes: ArrayBuffer): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.slice(0, 300)).replace(/^(ï»¿|\s)+/, '');
  if (!start.startsWith('<')) return null;
  return /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ?? 'utf-8';
}

/** True for a bank's answer to a payment file (pain.002). */
export const isAnswer = (text: string): boolean => text.slice(0, 4000).includes(':pain.002.001.');

/** A line of a text, counted from 1, cut to what a dialog can show. */
export const lineOf = (text: string, line: number): string =>
  (text.split(/\r\n|\n|\r/)[line - 1] ?? '').trim().slice(0, 300);
