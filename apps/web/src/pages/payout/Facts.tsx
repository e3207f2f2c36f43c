import type { PayoutOption } from '@fft/contract';
import { arrivesOf } from '../../features/money/withdraw-amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { payoutTexts } from './payouts-texts.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { trimZeros } from '../../lib/exact.ts';
import { formatAmount, formatMinute } from '../../lib/format/index.ts';
import styles from './Payout.module.css';

/** Fee, day on which it leaves, and what arrives. `amount` is empty while it can't be paid out. */
export function Facts({ option, amount }: { readonly option: PayoutOption; readonly amount: string }) {
  const t = useTexts(payoutTexts);
  const withdraw = useTexts(withdrawTexts);
  const { coin, fee, cutOff, leavesOn, holidays, dayLeft } = option;
  const arrives = arrivesOf(amount, fee);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t.fee}</dt>
          <dd>
            {formatAmount(trimZeros(fee, 2))} {coin}
          </dd>
        </div>
        {dayLeft !== null && (
          <div>
            <dt>{withdraw.dayLeft}</dt>
            <dd>
              {formatAmount(dayLeft, 2)} {coin}
            </dd>
          </div>
        )}
        <div>
          <dt>{t.leaves}</dt>
          <dd>{t.leavesBy(formatMinute(cutOff), leavesOn)}</dd>
        </div>
        <div className={styles.main}>
          <dt>{withdraw.arrives}</dt>
          <dd>
            {formatAmount(arrives === null ? null : trimZeros(arrives, 2))} {coin}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{holidays.length === 0 ? t.weekends : t.holidays(holidays.slice(0, 3).join(', '))}</p>
    </>
  );
}
