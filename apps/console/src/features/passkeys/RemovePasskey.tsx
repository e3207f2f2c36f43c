import { consoleCalls, type OperatorPasskey } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, useFields } from '../../ui/index.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { ProofFields, missingOf } from './ProofFields.tsx';

export interface RemovePasskeyProps {
  readonly passkey: OperatorPasskey;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RemovePasskey({ passkey, onDone, onClose }: RemovePasskeyProps) {
  const t = useTexts(passkeyTexts);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const remove = useAct(consoleCalls.session.removePasskey, { onDone });
  const { values, field } = useFields({ password: '', code: '' }, { ...remove.fields, ...missing });

  function send(): void {
    const found = missingOf(values, t.needed);
    setMissing(found);
    const { password, code } = values;
    if (Object.keys(found).length === 0) remove.run({ id: passkey.id, password, code: code.replaceAll(/\s/g, '') });
  }

  return (
    <Dialog
      title={t.removeTitle(passkey.name)}
      onClose={onClose}
      confirm={{ label: t.remove, variant: 'danger', busy: remove.busy, onPress: send }}
    >
      <ProofFields field={field} />
    </Dialog>
  );
}
