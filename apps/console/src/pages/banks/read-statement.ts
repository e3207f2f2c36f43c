/** Largest file that the call takes, in characters; a file has at least as many bytes. */
const maxBytes = 1_000_000;

export type Unreadable = 'notUtf8' | 'tooLarge' | 'empty';

/** Reads a file as UTF-8. Bytes that aren't UTF-8 are refused rather than replaced: a name would no longer be the sender's. */
export async function readStatement(file: File): Promise<{ readonly text: string } | Unreadable> {
  if (file.size > maxBytes) return 'tooLarge';
  if (file.size === 0) return 'empty';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return 'notUtf8';
  }
}

/** A line of a text, counted from 1, cut to what a dialog can show. */
export const lineOf = (text: string, line: number): string =>
  (text.split(/\r\n|\n|\r/)[line - 1] ?? '').trim().slice(0, 300);
