/** 0 too weak to be taken, up to 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** The contract's minimum length of a password. */
const minLength = 8;

const alphabets: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

/** A run such as `aaaa`, `1234` or `dcba` is as easy to guess as its beginning. */
function lengthThatCounts(password: string): number {
  let count = 0;
  let stepBefore: number | null = null;
  for (let index = 0; index < password.length; index += 1) {
    const step = index === 0 ? null : password.charCodeAt(index) - password.charCodeAt(index - 1);
    const goesOn = step !== null && Math.abs(step) <= 1 && step === stepBefore;
    if (!goesOn) count += 1;
    stepBefore = step;
  }
  return count;
}

/** Rough strength of a password by the bits its characters could hold. Advice only, not a rule. */
export function passwordStrength(password: string): Strength {
  if (password.length < minLength) return 0;
  const letters = alphabets.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0);
  const bits = lengthThatCounts(password) * Math.log2(Math.max(2, letters));
  if (bits < 36) return 1;
  if (bits < 56) return 2;
  if (bits < 76) return 3;
  return 4;
}
