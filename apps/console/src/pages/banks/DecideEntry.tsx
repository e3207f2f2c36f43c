import { type BankEntryLine, consoleCalls, type entryActs } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { useAct } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, DetailList, Dialog, Field, useFields } from '../../ui/index.ts';

export interface Decision {
  readonly act: (typeof entryActs)[number];
  /** Of a match with a suggested customer. */
  readonly customer?: number;
}

export interface DecideEntryProps {
  readonly entry: BankEntryLine;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Proposes what becomes of an entry, with the reason. */
export function DecideEntry({ entry, decision: { act, customer }, onClose }: DecideEntryProps) {
  const t = useTexts(bankTexts);
  const decide = useAct(consoleCalls.banks.decideEntry, { successMessage: t.proposed, onDone: onClose });
  const { values, field } = useFields(
    { customer: customer === undefined ? '' : String(customer), note: '' },
    decide.fields,
  );
  return (
    <Dialog
      title={t.decide[act]}
      onClose={onClose}
      confirm={{
        label: t.propose,
        busy: decide.busy,
        onPress: () =>
          decide.run({
            id: entry.id,
            act,
            note: values.note,
            ...(act === 'match' && { customer: values.customer }),
          }),
      }}
    >
      <DetailList
        items={[
          [t.amount, `${formatAmount(entry.amount)} ${entry.coin}`],
          [t.sender, entry.name ?? t.unknownSender],
        ]}
      />
      <Callout tone={act === 'ignore' ? 'info' : 'warn'}>{t.decideText[act]}</Callout>
      {act === 'match' && <Field label={t.customerNumber} {...field('customer')} inputMode="numeric" />}
      <Field label={t.note} {...field('note')} maxLength={200} />
      <Callout>{t.second}</Callout>
    </Dialog>
  );
}
