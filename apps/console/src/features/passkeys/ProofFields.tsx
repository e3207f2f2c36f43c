import { useTexts } from '@fft/kit';
import type { ComponentProps } from 'react';
import { Field } from '../../ui/index.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';

type Named = (name: 'password' | 'code') => Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'error' | 'onChange'>;

/** Password and code again, so that an unattended session can't change how its owner logs in. */
export function ProofFields({ field }: { readonly field: Named }) {
  const t = useTexts(passkeyTexts);
  return (
    <>
      <Field label={t.password} type="password" autoComplete="current-password" {...field('password')} />
      <Field label={t.code} inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...field('code')} />
    </>
  );
}

/** An error text for every empty field. */
export function missingOf(values: Readonly<Record<string, string>>, needed: string): Record<string, string> {
  const empty = Object.keys(values).filter((name) => values[name]?.trim() === '');
  return Object.fromEntries(empty.map((name) => [name, needed]));
}
