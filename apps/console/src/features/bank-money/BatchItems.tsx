import type { BatchItemLine, BatchPayment } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import styles from './BankMoney.module.css';
import { GiveBack } from './GiveBack.tsx';
import { DataTable, Tag, type Tone } from '../../ui/index.ts';

/** One that is left out of batches has a name that no bank takes. */
type Item = BatchItemLine &
  Partial<Pick<BatchPayment, 'givingBack' | 'refusal'>> & { readonly state?: BatchPayment['state'] | 'leftOut' };

const tones: Readonly<Record<NonNullable<Item['state']>, Tone>> = {
  atBank: 'accent',
  done: 'good',
  cameBack: 'danger',
  failed: 'danger',
  leftOut: 'danger',
};

export interface BatchItemsProps {
  readonly coin: string;
  readonly items: readonly Item[];
  /** True if the operator may give back what the bank refused. */
  readonly mayGiveBack?: boolean;
}

/** The payments of a batch, and once it is released what became of each. */
export function BatchItems({ coin, items, mayGiveBack = false }: BatchItemsProps) {
  const t = useTexts(bankTexts);
  const files = useTexts(bankFileTexts);
  return (
    <DataTable
      label={t.payable}
      list={completeList(items)}
      keyOf={({ endToEnd }) => endToEnd}
      empty={t.nothingPayable}
      columns={[
        {
          key: 'receiver',
          label: t.receiver,
          render: (item) => (
            <div className={styles.lines}>
              <strong>{item.name}</strong> {item.kind === 'return' && <Tag tone="warn">{t.itemKinds.return}</Tag>}{' '}
              {item.state != null && <Tag tone={tones[item.state]}>{t.paymentStates[item.state]}</Tag>}
              <br />
              {item.number}
              {item.refusal != null && (
                <p className={styles.weak}>{files.refusedByBank(item.refusal.reason, item.refusal.text)}</p>
              )}
              {mayGiveBack && <GiveBack coin={coin} item={item} />}
            </div>
          ),
        },
        {
          key: 'amount',
          label: t.amount,
          render: ({ amount }) => `${formatAmount(amount)} ${coin}`,
          end: true,
          tight: true,
        },
      ]}
    />
  );
}
