import type { BatchItemLine } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { completeList } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { DataTable, Tag } from '../../ui/index.ts';

export interface BatchItemsProps {
  readonly coin: string;
  readonly items: readonly BatchItemLine[];
}

/** The payments of a batch. */
export function BatchItems({ coin, items }: BatchItemsProps) {
  const t = useTexts(bankTexts);
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
          render: ({ name, number, kind }) => (
            <>
              <strong>{name}</strong> {kind === 'return' && <Tag tone="warn">{t.itemKinds.return}</Tag>}
              <br />
              {number}
            </>
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
