import type { Deposit } from '@fft/contract';
import { formatMinute } from '../../lib/format/index.ts';
import { Tag } from '../../ui/kit/index.ts';
import { Arrived, ArrivedRow, NoneArrived, Second } from '../../features/money/DepositParts.tsx';
import { depositTexts } from './deposit-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Deposit.module.css';

const tones = {
  confirming: 'warn',
  credited: 'good',
  small: 'plain',
  gone: 'danger',
} as const satisfies Record<Deposit['state'], string>;

interface RecentDepositsProps {
  readonly deposits: readonly Deposit[];
  /** Time that all required blocks take. */
  readonly confirmedWithinSeconds: number;
}

/** Recent deposits with their confirmations. */
export function RecentDeposits({ deposits, confirmedWithinSeconds }: RecentDepositsProps) {
  const t = useTexts(depositTexts);
  return (
    <Arrived title={t.recent} all={{ to: '/pages/assets/coinbill', label: t.all }}>
      {deposits.length === 0 && <NoneArrived>{t.noRecent}</NoneArrived>}
      <ul>
        {deposits.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} confirmedWithinSeconds={confirmedWithinSeconds} />
        ))}
      </ul>
    </Arrived>
  );
}

interface DepositRowProps extends Pick<RecentDepositsProps, 'confirmedWithinSeconds'> {
  readonly deposit: Deposit;
}

function DepositRow({ deposit, confirmedWithinSeconds }: DepositRowProps) {
  const t = useTexts(depositTexts);
  const { coin, amount, state, confirmations, needed, time, txid, explorerUrl } = deposit;
  const isComing = state === 'confirming';
  const done = confirmations / needed;
  return (
    <ArrivedRow
      testId="deposit"
      icon={state === 'credited' ? 'check' : isComing ? 'deposit' : 'warning'}
      tone={tones[state]}
      amount={amount}
      coin={coin}
      state={
        isComing ? (
          <span className={styles.coming}>{t.confirming(confirmations, needed)}</span>
        ) : (
          <Tag tone={tones[state]}>{t.states[state]}</Tag>
        )
      }
    >
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
      <Second>
        {formatMinute(time)} · {txid.startsWith('internal') ? t.internal : <Txid txid={txid} url={explorerUrl} />}
        {isComing && (
          <span className={styles.arrives}>
            {t.arrivesIn(t.about(Math.max(1, Math.ceil(confirmedWithinSeconds * (1 - done)))))}
          </span>
        )}
      </Second>
    </ArrivedRow>
  );
}

/** A transaction's id, which leads to a block explorer where there is one. */
function Txid({ txid, url }: { readonly txid: string; readonly url: string | undefined }) {
  const t = useTexts(depositTexts);
  const short = `${txid.slice(0, 8)}…${txid.slice(-6)}`;
  if (url === undefined) return <span title={t.transaction(txid)}>{short}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={t.explorer(txid)}>
      {short}
    </a>
  );
}
