import { Field } from '../../ui/kit/index.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import { useTexts } from '../../i18n/index.ts';

export interface SecondFactorFieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** Field for a code of the authenticator app or a recovery code. */
export function SecondFactorField(field: SecondFactorFieldProps) {
  const t = useTexts(secondFactorTexts);
  return (
    <Field
      {...field}
      label={t.label}
      hint={t.hint}
      icon="key"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
    />
  );
}
