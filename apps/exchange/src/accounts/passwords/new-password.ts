import { FieldRefusal } from '../../refusals/refusal.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

const lengthMin = 8;
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= lengthMin),
);

/** True if a password is on the list of common passwords, repeats one character, or is the address itself. */
function isCommonPassword(password: string, email: string): boolean {
  const lowered = password.toLowerCase();
  const [local] = email.split('@', 1);
  return commonPasswords.has(lowered) || new Set(lowered).size === 1 || lowered === email || lowered === local;
}

export interface NewPassword {
  readonly password: string;
  readonly passwordConfirm: string;
}

/** @throws FieldRefusal if the new password is too common or the two entries differ */
export function refuseBadPassword({ password, passwordConfirm }: NewPassword, email: string): void {
  if (isCommonPassword(password, email)) throw new FieldRefusal({ password: 'passwordTooCommon' });
  if (password !== passwordConfirm) throw new FieldRefusal({ passwordConfirm: 'passwordMismatch' });
}
