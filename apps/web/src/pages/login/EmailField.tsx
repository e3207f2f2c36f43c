import { Field } from '../../ui/kit/index.ts';
import { loginTexts } from './login-texts.ts';
import { useTexts } from '../../i18n/index.ts';

export interface EmailFieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly onClear: () => void;
}

/** The account's e-mail address. */
export function EmailField({ onClear, ...field }: EmailFieldProps) {
  const t = useTexts(loginTexts);
  return (
    <Field
      {...field}
      label={t.email}
      type="email"
      icon="mail"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={t.emailPlaceholder}
      clear={{ label: t.clearEmail, onClear }}
    />
  );
}
