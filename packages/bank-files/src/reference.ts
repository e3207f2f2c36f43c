/** Letters and digits that no one takes for another: without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. A prime number of them, for the check digit. */
export const referenceAlphabet = '34679ACDEFGHJKMNPQRTWXY';
const size = referenceAlphabet.length;
const dataLength = 9;
export const referenceLength = dataLength + 1;

/**
 * The check digit: a weighted sum modulo 23. The weights differ and none is a multiple of 23, so that one wrong character, and any two that
 * change places, are noticed.
 */
function checkOf(data: string): string {
  const sum = Array.from(data).reduce((total, char, index) => total + (index + 2) * referenceAlphabet.indexOf(char), 0);
  return referenceAlphabet[(size - (sum % size)) % size] ?? '';
}

/** Makes a reference of random bytes, of which each must be below 230 so that all characters are equally likely; null if too few are. */
export function makeReference(bytes: Uint8Array): string | null {
  const fair = [...bytes].filter((byte) => byte < size * 10).slice(0, dataLength);
  if (fair.length < dataLength) return null;
  const data = fair.map((byte) => referenceAlphabet[byte % size]).join('');
  return data + checkOf(data);
}

/** True for a reference in its plain form. */
export function isReference(text: string): boolean {
  const isForm = text.length === referenceLength && Array.from(text).every((char) => referenceAlphabet.includes(char));
  return isForm && checkOf(text.slice(0, dataLength)) === text.at(-1);
}

/** Writes a reference in two groups, as people copy it. */
export function showReference(reference: string): string {
  return `${reference.slice(0, 5)}-${reference.slice(5)}`;
}

/** Finds everything in a remittance text that may be a reference: banks and people add and move spaces, signs and case. */
export function findReferences(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found = new Set<string>();
  for (let at = 0; at + referenceLength <= plain.length; at += 1) {
    const part = plain.slice(at, at + referenceLength);
    if (isReference(part)) found.add(part);
  }
  return [...found];
}
