import { adjustments, consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useRequestId } from '../../api/index.ts';
import { Dialog, Field, Callout, FieldRow, Select, useFields } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';

const accounts = ['coin', 'fiat'] as const;

/** Proposes a credit or a correction. */
export function Adjust({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(treasuryTexts);
  const [kind, setKind] = useState<(typeof adjustments)[number]>('received');
  const [account, setAccount] = useState<(typeof accounts)[number]>('fiat');
  const adjust = useAct(consoleCalls.treasury.adjust, { successMessage: t.proposed, onDone: onClose });
  const requestId = useRequestId();
  const { values, field } = useFields({ customer: '', coin: '', amount: '', reference: '' }, adjust.fields);
  return (
    <Dialog
      title={t.adjust}
      onClose={onClose}
      confirm={{
        label: t.propose,
        busy: adjust.busy,
        onPress: () => {
          const wanted = { kind, account, ...values, coin: values.coin.trim().toUpperCase() };
          adjust.run({ ...wanted, requestId: requestId.idFor(wanted) });
        },
      }}
    >
      <Callout tone="warn">{t.adjustText}</Callout>
      <Select
        label={t.adjustKind}
        value={kind}
        onChange={setKind}
        options={adjustments.map((value) => ({ value, label: t.adjustKinds[value] }))}
      />
      <FieldRow>
        <Field label={t.customer} {...field('customer')} inputMode="numeric" />
        <Select
          label={t.account}
          value={account}
          onChange={setAccount}
          options={accounts.map((value) => ({ value, label: t.accounts[value] }))}
        />
        <Field label={t.coin} {...field('coin')} autoCapitalize="characters" maxLength={10} />
        <Field label={t.amount} {...field('amount')} inputMode="decimal" />
      </FieldRow>
      <Field label={t.reference} {...field('reference')} maxLength={64} />
    </Dialog>
  );
}
