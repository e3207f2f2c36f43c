import { useState } from 'react';
import { PasswordField } from '../../ui/kit/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { passwordTexts } from '../../i18n/passwords.ts';
import { StrengthMeter } from './StrengthMeter.tsx';

type Name = 'password' | 'passwordConfirm';

/** The part of a form that this needs; `useCallForm` returns one. */
interface PasswordForm {
  readonly values: Readonly<Record<Name, string>>;
  readonly field: (name: Name) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
}

/** A new password with its strength, and its repetition; a difference is shown on blur. */
export function NewPasswordFields({ form }: { readonly form: PasswordForm }) {
  const t = useTexts(passwordTexts);
  const errors = useTexts(formTexts);
  const [left, setLeft] = useState(false);
  const { password, passwordConfirm } = form.values;
  const differs = left && passwordConfirm !== '' && passwordConfirm !== password;
  const again = form.field('passwordConfirm');
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t.newPassword}
        autoComplete="new-password"
        hint={password === '' ? t.passwordHint : <StrengthMeter password={password} />}
      />
      <PasswordField
        {...again}
        label={t.confirmPassword}
        autoComplete="new-password"
        error={again.error ?? (differs ? errors.passwordMismatch : undefined)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </>
  );
}

/** For a form's check: two passwords that differ, which the contract alone can't see. */
export function differingPasswords(values: Readonly<Record<Name, string>>): Partial<Record<Name, 'passwordMismatch'>> {
  const { password, passwordConfirm } = values;
  return passwordConfirm !== '' && passwordConfirm !== password ? { passwordConfirm: 'passwordMismatch' } : {};
}
