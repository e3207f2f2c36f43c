import { consoleCalls } from '@fft/console-contract';
import { createPasskey, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, useFields } from '../../ui/index.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { ProofFields, missingOf } from './ProofFields.tsx';

const { beginPasskey, addPasskey } = consoleCalls.session;

export interface AddPasskeyProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Checks password and code, then lets the device create the passkey. */
export function AddPasskey({ onDone, onClose }: AddPasskeyProps) {
  const t = useTexts(passkeyTexts);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const [making, setMaking] = useState(false);
  const add = useAct(addPasskey, { onDone });
  const begin = useAct(beginPasskey, { onDone: ({ options }) => void make(options) });
  const { values, field } = useFields({ name: '', password: '', code: '' }, { ...begin.fields, ...missing });

  async function make(options: Record<string, unknown>): Promise<void> {
    setMaking(true);
    try {
      add.run({ name: values.name.trim(), response: await createPasskey(options) });
    } catch (error) {
      // An operator who dismisses the device's prompt gets no message.
      if (error instanceof DOMException) toast(t.failed);
    } finally {
      setMaking(false);
    }
  }

  function start(): void {
    const found = missingOf(values, t.needed);
    setMissing(found);
    const { password, code } = values;
    if (Object.keys(found).length === 0) begin.run({ password, code: code.replaceAll(/\s/g, '') });
  }

  return (
    <Dialog
      title={t.add}
      onClose={onClose}
      confirm={{ label: t.add, busy: begin.busy || add.busy || making, onPress: start }}
    >
      <Field label={t.name} hint={t.nameHint} maxLength={40} autoComplete="off" {...field('name')} />
      <ProofFields field={field} />
    </Dialog>
  );
}
