import { dictionary } from '@zxcvbn-ts/language-common';

const lengthMin = 8;
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= lengthMin),
);

/** True if a password is on the list of common passwords, repeats one character, or is the address itself. */
export function isCommonPassword(password: string, email: string): boolean {
  const lowered = password.toLowerCase();
  const [local] = email.split('@', 1);
  return commonPasswords.has(lowered) || new Set(lowered).size === 1 || lowered === email || lowered === local;
}
