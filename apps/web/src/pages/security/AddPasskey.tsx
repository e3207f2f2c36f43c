import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Field, PasswordField, toast } from '../../ui/kit/index.ts';
import { createPasskey } from '@fft/kit';
import { formTexts } from '../../i18n/forms.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { useTexts } from '../../i18n/index.ts';
import { deviceName } from './device-name.ts';

export interface AddPasskeyProps {
  readonly withTotp: boolean;
  readonly onDone: (list: CallOutput<typeof calls.user.addPasskey>) => void;
}

/** Verifies the customer first, then creates the passkey on the device. */
export function AddPasskey({ withTotp, onDone }: AddPasskeyProps) {
  const t = useTexts(passkeyTexts);
  const errors = useTexts(formTexts);
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? '');
  const [making, setMaking] = useState(false);
  const form = useCallForm({
    call: calls.user.beginPasskey,
    initial: { password: '', totp: '' },
    input: ({ totp, ...values }) => ({ ...values, ...(withTotp && { totp }) }),
    codeFields: { [Code.wrongCredentials]: 'password', [Code.secondFactor]: 'totp' },
    onDone: ({ options }) => void make(options),
  });
  const blank = name.trim() === '';

  async function make(options: Record<string, unknown>): Promise<void> {
    setMaking(true);
    try {
      const response = await createPasskey(options);
      onDone(await callApi(calls.user.addPasskey, { name: name.trim(), response }));
    } catch (error) {
      // The server's refusals have been shown; the rest is the device's: cancelled or failed.
      if (error instanceof DOMException) toast(t.failed);
    } finally {
      setMaking(false);
    }
  }

  return (
    <FormBody onSubmit={(event) => (blank ? event.preventDefault() : form.submit(event))}>
      <Field
        label={t.name}
        hint={t.nameHint}
        autoComplete="off"
        maxLength={40}
        value={name}
        error={blank ? errors.blank : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
      {withTotp && <SecondFactorField {...form.field('totp')} />}
      <Button type="submit" wide busy={form.busy || making}>
        {t.add}
      </Button>
    </FormBody>
  );
}
