import { adjustments, consoleCalls, type MoneyFacts } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useRequestId } from '../../api/index.ts';
import { CreditFacts } from '../../features/money-check/index.ts';
import { Dialog, DetailList, Field, Callout, FieldRow, Select, useFields } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';

const accounts = ['coin', 'fiat'] as const;

/** Proposes a credit or a correction: first the form, then the facts to check. */
export function Adjust({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(treasuryTexts);
  const [kind, setKind] = useState<(typeof adjustments)[number]>('received');
  const [account, setAccount] = useState<(typeof accounts)[number]>('fiat');
  const adjust = useAct(consoleCalls.treasury.adjust, { successMessage: t.proposed, onDone: onClose });
  const requestId = useRequestId();
  const [facts, setFacts] = useState<{ readonly subject: MoneyFacts; readonly worth: string | null } | null>(null);
  const check = useAct(consoleCalls.treasury.facts, { onDone: setFacts });
  const errors = { ...check.fields, ...adjust.fields };
  const { values, field } = useFields({ customer: '', coin: '', amount: '', reference: '' }, errors);
  const coin = values.coin.trim().toUpperCase();
  const { customer, amount, reference } = values;
  if (facts)
    return (
      <Dialog
        title={t.checkTitle}
        onClose={() => setFacts(null)}
        closeLabel={t.back}
        confirm={{
          label: t.propose,
          busy: adjust.busy,
          onPress: () => {
            const wanted = { kind, account, ...values, coin };
            adjust.run({ ...wanted, requestId: requestId.idFor(wanted) });
          },
        }}
      >
        <CreditFacts {...facts} coin={coin} amount={amount} />
        <DetailList
          items={[
            [t.adjustKind, t.adjustKinds[kind]],
            [t.account, t.accounts[account]],
            [t.reference, reference],
          ]}
        />
        {errors['reference'] && <Callout tone="danger">{errors['reference']}</Callout>}
        <Callout tone="warn">{t.adjustText}</Callout>
      </Dialog>
    );
  return (
    <Dialog
      title={t.adjust}
      onClose={onClose}
      confirm={{
        label: t.check,
        busy: check.busy,
        onPress: () => check.run({ customer, coin, amount }),
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
        <Field label={t.customerNumber} {...field('customer')} inputMode="numeric" />
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
