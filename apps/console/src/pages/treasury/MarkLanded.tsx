import { consoleCalls, type PaymentFacts } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useRequestId } from '../../api/index.ts';
import { Callout, Dialog, Field, Select } from '../../ui/index.ts';
import { paymentTexts } from '../../i18n/payments.ts';

export interface MarkLandedProps {
  readonly payment: PaymentFacts;
  readonly onClose: () => void;
}

/** Proposes to complete a withdrawal that landed in doubt; a second operator must agree. */
export function MarkLanded({ payment: { id, attempts }, onClose }: MarkLandedProps) {
  const t = useTexts(paymentTexts);
  const [txid, setTxid] = useState(attempts.at(-1)?.txid ?? '');
  const [reference, setReference] = useState('');
  const propose = useAct(consoleCalls.payments.markLanded, { successMessage: t.proposed, onDone: onClose });
  const requestId = useRequestId();
  return (
    <Dialog
      title={t.markLanded}
      onClose={onClose}
      confirm={{
        label: t.markLanded,
        busy: propose.busy,
        onPress: () => {
          const wanted = { id, txid, reference };
          propose.run({ ...wanted, requestId: requestId.idFor(wanted) });
        },
      }}
    >
      <Callout tone="warn">{t.markLandedText}</Callout>
      <Select
        label={t.txid}
        value={txid}
        onChange={setTxid}
        options={attempts.map((attempt) => ({ value: attempt.txid, label: attempt.txid }))}
      />
      <Field
        label={t.reference}
        value={reference}
        maxLength={200}
        error={propose.fields['reference']}
        onChange={(event) => setReference(event.target.value)}
      />
    </Dialog>
  );
}
