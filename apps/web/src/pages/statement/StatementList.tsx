import type { StatementLine } from '@fft/contract';
import { memo, useMemo } from 'react';
import { formatAmount, formatClock } from '../../lib/format/index.ts';
import { classes, Icon, type IconName } from '../../ui/kit/index.ts';
import { signOf } from '../../lib/exact.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { signed } from './signed.ts';
import { byDay, dayStart } from './statement-days.ts';
import styles from './Statement.module.css';
import { useToday } from './use-today.ts';

const icons: Readonly<Record<StatementLine['type'], IconName>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  trade: 'trade',
  fee: 'scale',
  transfer: 'transfer',
  adjust: 'edit',
  reward: 'gift',
};

export interface StatementListProps {
  readonly records: readonly StatementLine[];
  readonly onOpen: (record: StatementLine) => void;
}

/** The lines of a statement, grouped by day. */
export function StatementList({ records, onOpen }: StatementListProps) {
  const days = useMemo(() => byDay(records), [records]);
  const today = useToday();
  return days.map(({ startMs, records: lines }) => (
    <section key={startMs} className={styles.day}>
      <DayTitle startMs={startMs} today={today} />
      <ul>
        {lines.map((record) => (
          <Line key={record.id} record={record} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}

function DayTitle({ startMs, today }: { readonly startMs: number; readonly today: number }) {
  const t = useTexts(statementTexts);
  const lang = useLang();
  const date = new Date(startMs);
  const sameYear = date.getFullYear() === new Date(today).getFullYear();
  const text = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(date);
  const near = startMs === today ? t.today : startMs === dayStart(today - 1) ? t.yesterday : null;
  return <h2 className={styles.date}>{near === null ? text : `${near}, ${text}`}</h2>;
}

const Line = memo(function Line({
  record,
  onOpen,
}: { readonly record: StatementLine } & Pick<StatementListProps, 'onOpen'>) {
  const t = useTexts(statementTexts);
  const { type, coin, amount, balance, time } = record;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-testid="flow"
        aria-haspopup="dialog"
        onClick={() => onOpen(record)}
      >
        <span className={classes(styles.mark, styles[type])}>
          <Icon name={icons[type]} size={20} />
        </span>
        <span className={styles.words}>
          <span className={styles.type}>{t.types[type]}</span>
          <span className={styles.second}>{formatClock(time)}</span>
        </span>
        <span className={styles.figures}>
          <span className={classes(styles.amount, signOf(amount) > 0 && styles.in)}>
            {signed(amount)} <span className={styles.coin}>{coin}</span>
          </span>
          <span className={styles.second}>
            {t.balance} {formatAmount(balance)}
          </span>
        </span>
      </button>
    </li>
  );
});
