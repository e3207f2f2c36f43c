import { FieldRefusal } from '../../refusals/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';

export interface NewPassword {
  readonly password: string;
  readonly passwordConfirm: string;
}

/** @throws FieldRefusal if the new password is too common or the two entries differ */
export function refuseBadPassword({ password, passwordConfirm }: NewPassword, email: string): void {
  if (isCommonPassword(password, email)) throw new FieldRefusal({ password: 'passwordTooCommon' });
  if (password !== passwordConfirm) throw new FieldRefusal({ passwordConfirm: 'passwordMismatch' });
}
