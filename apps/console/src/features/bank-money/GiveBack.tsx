import { type BatchPayment, consoleCalls } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Button, Callout, Chips, DetailList, Dialog, Field } from '../../ui/index.ts';
import styles from './BankMoney.module.css';

type Payment = Pick<BatchPayment, 'kind' | 'id' | 'name' | 'number' | 'amount'> &
  Partial<Pick<BatchPayment, 'givingBack'>> & { readonly state?: BatchPayment['state'] | 'leftOut' };

const presets = ['wrongNumber', 'closed', 'refused'] as const;
/** The customer reads the reason in their language. */
const zh = bankTexts.zh.bankReasons;
const en = bankTexts.en.bankReasons;

export interface GiveBackProps {
  readonly coin: string;
  readonly item: Payment;
}

/** For a payout that the bank refused to execute: proposes to give the money back. */
export function GiveBack({ coin, item }: GiveBackProps) {
  const t = useTexts(bankTexts);
  const [asks, setAsks] = useState(false);
  const { kind, state, givingBack } = item;
  if (kind !== 'payout' || (state !== 'atBank' && state !== 'leftOut')) return null;
  if (givingBack != null) return <p className={styles.weak}>{t.givingBackBy(givingBack)}</p>;
  return (
    <>
      <p>
        <Button size="small" variant="outline" onClick={() => setAsks(true)}>
          {t.giveBack}
        </Button>
      </p>
      {asks && <Ask coin={coin} item={item} onClose={() => setAsks(false)} />}
    </>
  );
}

function Ask({ coin, item: { id, name, number, amount }, onClose }: GiveBackProps & { readonly onClose: () => void }) {
  const t = useTexts(bankTexts);
  const fail = useAct(consoleCalls.banks.failPayout, { successMessage: t.proposed, onDone: onClose });
  const [words, setWords] = useState<Readonly<Record<'zh' | 'en', string>>>({ zh: '', en: '' });
  return (
    <Dialog
      title={t.giveBackTitle}
      onClose={onClose}
      confirm={{ label: t.propose, busy: fail.busy, onPress: () => fail.run({ id, ...words }) }}
    >
      <DetailList
        items={[
          [t.payout, id],
          [t.receiver, name],
          [t.number, number],
          [t.amount, `${formatAmount(amount)} ${coin}`],
        ]}
      />
      <Callout tone="danger">{t.giveBackText}</Callout>
      <Chips
        label={t.commonReasons}
        value={presets.find((key) => words.zh === zh[key] && words.en === en[key]) ?? ''}
        onChange={(key) => {
          if (key !== '') setWords({ zh: zh[key], en: en[key] });
        }}
        options={presets.map((value) => ({ value, label: t.bankReasons[value] }))}
      />
      {(['zh', 'en'] as const).map((lang) => (
        <Field
          key={lang}
          label={t.reason[lang]}
          value={words[lang]}
          maxLength={200}
          error={fail.fields[lang]}
          onChange={(event) => setWords({ ...words, [lang]: event.target.value })}
        />
      ))}
    </Dialog>
  );
}
