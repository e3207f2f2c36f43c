import type { StatementLine } from '@fft/contract';
import { memo, type ReactNode, useMemo, useEffect, useState } from 'react';
import { formatBalance, formatClock, formatMinute, formatPrice } from '../../lib/format/index.ts';
import { classes, Icon, type IconName } from '../../ui/kit/index.ts';
import { signOf } from '../../lib/exact.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { type Entry, type Figure, figuresOf, isUnderWay, isWithdrawal } from './entries.ts';
import { signed } from './signed.ts';
import { byDay, dayStart } from './statement-days.ts';
import styles from './Statement.module.css';

const icons: Readonly<Record<StatementLine['type'], IconName>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  bankDeposit: 'deposit',
  bankPayout: 'withdraw',
  trade: 'trade',
  fee: 'scale',
  transfer: 'transfer',
  adjust: 'edit',
  reward: 'gift',
};

export interface StatementListProps {
  readonly entries: readonly Entry[];
  /** The chosen coin; null for all. */
  readonly coin: string | null;
  readonly onOpen: (key: string) => void;
}

/** The entries of a statement: withdrawals under way, then the rest by day. */
export function StatementList({ entries, coin, onOpen }: StatementListProps) {
  const t = useTexts(statementTexts);
  const days = useMemo(() => byDay(entries.filter((entry) => !isUnderWay(entry))), [entries]);
  const underWay = entries.filter(isUnderWay);
  const today = useToday();
  const section = (key: number | string, title: ReactNode, shown: readonly Entry[]) => (
    <section key={key} className={styles.day}>
      {title}
      <ul>
        {shown.map((entry) => (
          <Line key={entry.key} entry={entry} coin={coin} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
  return (
    <>
      {underWay.length > 0 && section('underWay', <h2 className={styles.date}>{t.underWay}</h2>, underWay)}
      {days.map(({ startMs, records }) => section(startMs, <DayTitle startMs={startMs} today={today} />, records))}
    </>
  );
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
  return <h2 className={styles.date}>{near === null ? text : t.dayOf(near, text)}</h2>;
}

/** Title of an entry: `Buy BTC/USDT`, `Service charge · BTC/USDT`, `Deposit`. */
export function titleOf({ order, record, lines }: Entry, t: (typeof statementTexts)['zh']): string {
  if (order === undefined) return t.types[(lines.find(isWithdrawal) ?? record).type];
  return lines.every(({ type }) => type === 'fee')
    ? `${t.types.fee} · ${order.symbol}`
    : `${t.sides[order.side]} ${order.symbol}`;
}

const Line = memo(function Line({
  entry,
  coin,
  onOpen,
}: { readonly entry: Entry } & Pick<StatementListProps, 'coin' | 'onOpen'>) {
  const t = useTexts(statementTexts);
  const { record, order, time } = entry;
  const [first, second] = figuresOf(entry, coin);
  const type = order !== undefined && record.type === 'fee' && entry.lines.length > 1 ? 'trade' : record.type;
  const isWaiting = isUnderWay(entry);
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-testid="flow"
        aria-haspopup="dialog"
        onClick={() => onOpen(entry.key)}
      >
        <span className={classes(styles.mark, styles[type])}>
          <Icon name={icons[type]} size={20} />
        </span>
        <span className={styles.words}>
          <span className={styles.type}>{titleOf(entry, t)}</span>
          <span className={styles.second}>
            {isWaiting ? formatMinute(time) : formatClock(time)}
            {order?.average != null && ` · ${t.average} ${formatPrice(order.average)}`}
          </span>
        </span>
        <span className={styles.figures}>
          {first && <FigureText figure={first} />}
          <span className={styles.second}>
            {isWaiting ? (
              t.states[record.state]
            ) : second ? (
              <>
                {signed(second.amount, second.coin)} {second.coin}
              </>
            ) : (
              `${t.balance} ${formatBalance(record.balance, record.coin)}`
            )}
          </span>
        </span>
      </button>
    </li>
  );
});

function FigureText({ figure: { amount, coin } }: { readonly figure: Figure }) {
  return (
    <span className={classes(styles.amount, signOf(amount) > 0 && styles.in)}>
      {signed(amount, coin)} <span className={styles.coin}>{coin}</span>
    </span>
  );
}

/** Start of the current day; changes at midnight. */
function useToday(): number {
  const [today, setToday] = useState(() => dayStart(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayStart(Date.now())), 1000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
