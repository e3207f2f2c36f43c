import anyAscii from 'any-ascii';
import type { AccountKind } from './accounts.ts';

/** Longest name in a payment (ISO 20022, and SEPA's rules for it). */
export const maxPayeeName = 70;

/** German and Nordic letters as their banks write them without marks. */
export const spelledLetters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
};

/** The letters and signs that every bank of SEPA takes. */
const isWritable = /^[A-Za-z0-9/\-?:().,'+ ]+$/;

/** Signs that stand for nothing that is spoken: pictures, private and unassigned code points, control characters. */
const unspeakable = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{So}|\p{Co}|\p{Cn}|\p{Cc}|\p{Cs}/u;

/**
 * A recipient's name as the payment file has it; null if it can't be written. Banks by IBAN and in the US take Latin letters alone: others are
 * transliterated, as in `王小明`, `Wang Xiao Ming`. Chinese banks compare names by their signs, and get them as they are.
 */
export function payeeName(name: string, kind: AccountKind): string | null {
  const plain = name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (plain === '' || unspeakable.test(plain)) return null;
  const written = kind === 'cn' ? plain : inLatin(plain);
  const isSound = kind === 'cn' || (isWritable.test(written) && /[A-Za-z]/.test(written));
  return isSound && Array.from(written).length <= maxPayeeName ? written : null;
}

function inLatin(name: string): string {
  const words = name
    // Each Chinese sign is a syllable of its own.
    .replaceAll(/\p{Script=Han}/gu, (sign) => ` ${sign} `)
    .replaceAll(/[äöüßæøå]/giu, (letter) => spelled(letter));
  const ascii = anyAscii(words)
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    // SEPA: no slash at either end, and no two together.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[\s/]+|[\s/]+$/g, '');
  return ascii.replaceAll(/\s+/g, ' ');
}

function spelled(letter: string): string {
  const lower = spelledLetters[letter.toLowerCase()] ?? letter;
  return letter === letter.toLowerCase() ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
}
