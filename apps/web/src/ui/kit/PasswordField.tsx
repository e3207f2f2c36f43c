import { useState } from 'react';
import { useTexts } from '@fft/kit';
import { kitTexts } from '../../i18n/kit.ts';
import { Field, type FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'suffix' | 'icon' | 'clear'> & {
  /** `current-password` for log-in, `new-password` for a new one; password managers rely on it. */
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code';
};

/** A password with a button to show or hide it. Pasting works. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const t = useTexts(kitTexts);
  return (
    <Field
      placeholder=" "
      {...props}
      type={shown ? 'text' : 'password'}
      icon="lock"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <IconButton
          icon={shown ? 'eye' : 'eye-off'}
          size={20}
          label={shown ? t.hidePassword : t.showPassword}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
