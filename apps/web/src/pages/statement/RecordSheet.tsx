import type { StatementLine } from '@fft/contract';
import type { ReactNode } from 'react';
import { copyText } from '../../ui/clipboard/index.ts';
import { formatBalance, formatTimestamp } from '../../lib/format/index.ts';
import { Button, classes, Sheet, Tag, useLeaving } from '../../ui/kit/index.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { signOf } from '../../lib/exact.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { type Entry, feeOf, figuresOf, isUnderWay, isWithdrawal } from './entries.ts';
import { signed } from './signed.ts';
import { titleOf } from './StatementList.tsx';
import styles from './Statement.module.css';

const OrderSkeleton = () => <RowsSkeleton groups={[5]} look="facts" flush />;
const OrderDetail = lazyContent(() => import('./OrderDetail.tsx').then((detail) => detail.OrderDetail), OrderSkeleton);

export interface RecordSheetProps {
  readonly entry: Entry;
  /** The chosen coin; null for all. */
  readonly coin: string | null;
  readonly onClose: () => void;
}

/** All details of one entry. An order's market, prices, fee and fills are its own part. */
export function RecordSheet({ entry, coin, onClose }: RecordSheetProps) {
  const t = useTexts(statementTexts);
  const { open, leave } = useLeaving(onClose);
  const { record, order } = entry;
  const [first, ...others] = figuresOf(entry, coin);
  const isWaiting = isUnderWay(entry);
  const fee = feeOf(entry);
  const withdrawal = order === undefined ? entry.lines.find(isWithdrawal) : undefined;
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.detail}
      footer={
        withdrawal && (
          <Button variant="secondary" onClick={() => navigate(progressOf(withdrawal))}>
            {t.openWithdrawal}
          </Button>
        )
      }
    >
      {first && (
        <p className={classes(styles.big, signOf(first.amount) > 0 && styles.in)}>
          {signed(first.amount, first.coin)} {first.coin}
        </p>
      )}
      {others.map((figure) => (
        <p key={figure.coin} className={styles.other}>
          {signed(figure.amount, figure.coin)} {figure.coin}
        </p>
      ))}
      <dl className={styles.facts}>
        <Fact name={t.type}>{titleOf(entry, t)}</Fact>
        {order === undefined && (
          <>
            <Fact name={t.fee}>{fee === null ? t.noFee : `${formatBalance(fee.amount, fee.coin)} ${fee.coin}`}</Fact>
            <Fact name={t.state}>
              <Tag tone={isWaiting ? 'warn' : 'good'}>{t.states[record.state]}</Tag>
            </Fact>
            {!isWaiting && (
              <Fact name={t.balanceAfter}>
                {formatBalance(record.balance, record.coin)} {record.coin}
              </Fact>
            )}
          </>
        )}
        <Fact name={t.time}>{formatTimestamp(entry.time)}</Fact>
        {record.ref !== '' && (
          <Fact name={t.ref}>
            {record.ref}{' '}
            <Button variant="link" size="small" onClick={() => void copyText(record.ref)}>
              {t.copy}
            </Button>
          </Fact>
        )}
      </dl>
      {order && <OrderDetail id={order.id} />}
    </Sheet>
  );
}

/** Where a withdrawal's progress is shown. */
const progressOf = ({ type, ref, coin }: StatementLine): string =>
  type === 'bankPayout' ? `/pages/deposit/payout?coin=${coin}` : `/pages/deposit/withdraw?id=${ref}`;

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
