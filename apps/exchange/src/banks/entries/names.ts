import { spelledLetters } from '@fft/bank-files';

const titles = new Set(['mr', 'mrs', 'ms', 'herr', 'frau', 'dr', 'prof', 'mme', 'm']);

function wordsOf(name: string, isSpelled: boolean): string {
  const lower = name.normalize('NFC').toLowerCase();
  const spelled = isSpelled
    ? lower.replaceAll(/[äöüßæøå]/g, (letter) => spelledLetters[letter] ?? letter)
    : lower.replaceAll('ß', 'ss');
  const plain = spelled.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const joined = plain.replaceAll(/(?<=\p{Script=Han})[\s·•]+(?=\p{Script=Han})/gu, '');
  const words = joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const named = words.filter((word) => !titles.has(word));
  return (named.length === 0 ? words : named).toSorted().join(' ');
}

/**
 * True if the name that a bank gives is a customer's verified name: the same words in any order, apart from case, accents and titles. A part of a
 * name, a second holder, or another script is not the same: a person then decides.
 */
export function isSameName(verified: string, given: string): boolean {
  const [plain, spelled] = [wordsOf(verified, false), wordsOf(verified, true)];
  const words = wordsOf(given, false);
  return words !== '' && (words === plain || words === spelled || wordsOf(given, true) === spelled);
}
