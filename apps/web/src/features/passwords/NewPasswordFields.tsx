import { useState } from 'react';
import { PasswordField, classes } from '../../ui/kit/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { passwordTexts } from './passwords-texts.ts';
import { passwordStrength } from './password-strength.ts';
import styles from './StrengthMeter.module.css';

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

/** Four bars and a word for the strength of a password. */
function StrengthMeter({ password }: { readonly password: string }) {
  const t = useTexts(passwordTexts);
  const strength = passwordStrength(password);
  return (
    <span className={styles.meter}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes(styles.bar, bar <= Math.max(1, strength) && styles[`level${strength}`])} />
        ))}
      </span>
      <span role="status" aria-label={`${t.strengthLabel}: ${t.strength[strength]}`}>
        {t.strength[strength]}
      </span>
    </span>
  );
}
