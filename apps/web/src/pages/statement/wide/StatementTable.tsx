import { useMemo } from 'react';
import { byDecimal, byNumber, byText } from '../../../features/tables/by.ts';
import { type Column, SortTable } from '../../../features/tables/SortTable.tsx';
import { signOf } from '../../../lib/exact.ts';
import { formatBalance, formatTimestamp, missing } from '../../../lib/format/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { statementTableTexts } from './statement-table-texts.ts';
import { statementTexts } from '../../../i18n/statement.ts';
import { useTexts } from '../../../i18n/index.ts';
import { type Entry, feeOf, type Figure, figuresOf } from '../entries.ts';
import { signed } from '../signed.ts';
import { type StatementListProps, titleOf } from '../StatementList.tsx';
import styles from './StatementTable.module.css';

interface Row {
  readonly entry: Entry;
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly fee: Figure | null;
}

/** The entries of a statement as a table that sorts by its headings; an entry's type opens its details. */
export function StatementTable({ entries, coin, onOpen }: StatementListProps) {
  const t = useTexts(statementTexts);
  const table = useTexts(statementTableTexts);
  const rows = useMemo(
    () =>
      entries.map((entry): Row => {
        const { order } = entry;
        const fee = order === undefined ? feeOf(entry) : { amount: order.fee, coin: order.feeCoin };
        return { entry, title: titleOf(entry, t), figures: figuresOf(entry, coin), fee };
      }),
    [entries, coin, t],
  );
  const columns: readonly Column<Row>[] = [
    {
      id: 'time',
      title: table.time,
      isText: true,
      renderCell: ({ entry }) => formatTimestamp(entry.time),
      compare: byNumber(({ entry }) => entry.time),
    },
    {
      id: 'what',
      title: table.what,
      isText: true,
      renderCell: ({ entry, title }) => (
        <button
          type="button"
          className={styles.what}
          data-testid="flow"
          aria-haspopup="dialog"
          title={table.details}
          onClick={() => onOpen(entry.key)}
        >
          {title}
        </button>
      ),
      compare: byText(({ title }) => title),
    },
    {
      id: 'change',
      title: table.change,
      renderCell: ({ figures: [first] }) => <Change figure={first} />,
      compare: byDecimal(({ figures: [first] }) => first?.amount),
    },
    { id: 'other', title: table.other, renderCell: ({ figures: [, second] }) => <Change figure={second} /> },
    {
      id: 'fee',
      title: table.fee,
      renderCell: ({ fee }) =>
        fee === null || signOf(fee.amount) === 0 ? missing : `${formatBalance(fee.amount, fee.coin)} ${fee.coin}`,
      compare: byDecimal(({ fee }) => fee?.amount),
    },
    {
      id: 'balance',
      title: table.balance,
      renderCell: ({ entry: { record } }) => `${formatBalance(record.balance, record.coin)} ${record.coin}`,
    },
    {
      id: 'state',
      title: table.state,
      renderCell: ({ entry: { record } }) => (
        <span className={classes(record.state !== 'done' && styles.waiting)}>{t.states[record.state]}</span>
      ),
      compare: byText(({ entry: { record } }) => record.state),
    },
  ];
  return (
    <div className={styles.table}>
      <SortTable label={table.table} columns={columns} rows={rows} keyOf={({ entry }) => entry.key} testId="flow-row" />
    </div>
  );
}

function Change({ figure }: { readonly figure: Figure | undefined }) {
  if (figure === undefined) return missing;
  return (
    <span className={classes(signOf(figure.amount) > 0 && styles.in)}>
      {signed(figure.amount, figure.coin)} {figure.coin}
    </span>
  );
}
