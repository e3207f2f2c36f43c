/** The parameters of RFC 3492, with which domains write letters beyond ASCII. */
const base = 36;
const smallest = 1;
const largest = 26;
const skew = 38;
const firstDamp = 700;
const firstBias = 72;
const firstLetter = 0x80;
const lastLetter = 0x10_ff_ff;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? firstDamp : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((base - smallest) * largest) / 2; bias += base) rest = Math.floor(rest / (base - smallest));
  return bias + Math.floor(((base - smallest + 1) * rest) / (rest + skew));
}

/** Whether a text of a domain's lower-case label after `xn--` stands for letters. Of what doesn't, mail servers and resolvers make nothing. */
export function isPunycode(text: string): boolean {
  const plain = Math.max(text.lastIndexOf('-'), 0);
  let at = plain === 0 ? 0 : plain + 1;
  let state = { length: plain, place: 0, letter: firstLetter, bias: firstBias };
  while (at < text.length) {
    const read = readNumber(text, at, state.bias);
    if (read === null) return false;
    at = read.next;
    const length = state.length + 1;
    const sum = state.place + read.value;
    const letter = state.letter + Math.floor(sum / length);
    if (letter > lastLetter) return false;
    state = { length, place: (sum % length) + 1, letter, bias: adapt(read.value, length, state.length === plain) };
  }
  return true;
}

/** Reads a number of variable length. Returns null for a text that ends within it, or has another digit. A number beyond 2^53 is inexact, and beyond every letter. */
function readNumber(
  text: string,
  from: number,
  bias: number,
): { readonly value: number; readonly next: number } | null {
  let value = 0;
  let weight = 1;
  for (let [next, place] = [from, base]; next < text.length; next += 1, place += base) {
    const digit = digits.indexOf(text.charAt(next));
    if (digit === -1) return null;
    value += digit * weight;
    const threshold = Math.min(Math.max(place - bias, smallest), largest);
    if (digit < threshold) return { value, next: next + 1 };
    weight *= base - threshold;
  }
  return null;
}
