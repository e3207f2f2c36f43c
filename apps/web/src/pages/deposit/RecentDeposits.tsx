import type { Deposit } from '@fft/contract';
import { formatAmount, formatMinute } from '../../lib/format/index.ts';
import { classes, Icon, Tag, type TagTone } from '../../ui/kit/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { Link } from '../../lib/routing/index.ts';
import { depositTexts } from '../../i18n/deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Deposit.module.css';

const tones: Readonly<Record<Deposit['state'], TagTone>> = {
  confirming: 'warn',
  credited: 'good',
  small: 'plain',
  gone: 'danger',
};

interface RecentDepositsProps {
  readonly deposits: readonly Deposit[];
  /** Time that all required blocks take. */
  readonly confirmedWithinSeconds: number;
}

/** Recent deposits with their confirmations. */
export function RecentDeposits({ deposits, confirmedWithinSeconds }: RecentDepositsProps) {
  const t = useTexts(depositTexts);
  return (
    <section>
      <div className={styles.heading}>
        <h2>{t.recent}</h2>
        <Link to="/pages/assets/coinbill" className={styles.all}>
          {t.all}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
      {deposits.length === 0 && <p className={styles.none}>{t.noRecent}</p>}
      <ul className={styles.rows}>
        {deposits.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} confirmedWithinSeconds={confirmedWithinSeconds} />
        ))}
      </ul>
    </section>
  );
}

interface DepositRowProps extends Pick<RecentDepositsProps, 'confirmedWithinSeconds'> {
  readonly deposit: Deposit;
}

function DepositRow({ deposit, confirmedWithinSeconds }: DepositRowProps) {
  const t = useTexts(depositTexts);
  const { coin, amount, state, confirmations, needed, time, txid } = deposit;
  const isComing = state === 'confirming';
  const done = confirmations / needed;
  return (
    <li className={styles.row} data-testid="deposit">
      <span className={classes(styles.disc, styles[state])}>
        <Icon name={state === 'credited' ? 'check' : isComing ? 'deposit' : 'warning'} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.amount}>
          +{formatAmount(trimZeros(amount, 2))} {coin}
          {isComing ? (
            <span className={styles.coming}>{t.confirming(confirmations, needed)}</span>
          ) : (
            <Tag tone={tones[state]}>{t.states[state]}</Tag>
          )}
        </p>
        {isComing && (
          <span
            className={styles.bar}
            role="progressbar"
            aria-label={t.states.confirming}
            aria-valuenow={confirmations}
            aria-valuemin={0}
            aria-valuemax={needed}
          >
            <span style={{ width: `${Math.round(done * 100)}%` }} />
          </span>
        )}
        <p className={styles.second}>
          {formatMinute(time)} ·{' '}
          {txid.startsWith('internal') ? (
            t.internal
          ) : (
            <span title={t.transaction(txid)}>
              {txid.slice(0, 8)}…{txid.slice(-6)}
            </span>
          )}
          {isComing && (
            <span className={styles.arrives}>
              {t.arrivesIn(t.about(Math.max(1, Math.ceil(confirmedWithinSeconds * (1 - done)))))}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
