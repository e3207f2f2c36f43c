import type { MoneyFacts } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { useNetworkTitle } from '../../api/index.ts';
import { type ReactNode, useState } from 'react';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { Tag } from '../../ui/index.ts';
import styles from './MoneyCheck.module.css';

const dayMs = 86_400_000;

/** The customer whose money is decided on: who they are, since when, their history, and where the money came from. */
export function useSubject(subject: MoneyFacts): readonly (readonly [name: string, value: ReactNode])[] {
  const t = useTexts(moneyTexts);
  const titleOf = useNetworkTitle();
  const [now] = useState(() => Date.now());
  const { customer, name, email, nickname, created, identity, locked, withdrawals, deposits } = subject;
  const days = Math.max(0, Math.floor((now - created) / dayMs));
  return [
    [
      t.name,
      <span key="name" className={styles.marks}>
        {name === null ? <Tag tone="warn">{t.noName}</Tag> : <strong>{name}</strong>}
        <Tag tone={identity === 'passed' ? 'good' : identity === 'revoked' ? 'danger' : 'warn'}>
          {t.identities[identity]}
        </Tag>
        {locked && <Tag tone="danger">{t.locked}</Tag>}
      </span>,
    ],
    [t.account, [String(customer), email ?? nickname].filter((part) => part !== null).join(' · ')],
    [t.since, `${formatMinute(created)} · ${t.age(days)}`],
    [t.balances, formatAmount(subject.balances, 2)],
    [
      t.withdrawals,
      withdrawals.count === 0
        ? t.noWithdrawals
        : t.withdrawn(withdrawals.count, formatAmount(withdrawals.worth, 2), formatMinute(withdrawals.last)),
    ],
    [
      t.deposits(deposits.count),
      deposits.latest.length === 0 ? (
        t.noDeposits
      ) : (
        <ul key="deposits" className={styles.deposits}>
          {deposits.latest.map(({ coin, amount, time, source, chain, reference }) => (
            <li key={`${source} ${reference} ${time}`}>
              {formatTrimmed(amount)} {coin} · {t.sources[source]}
              {chain === null ? '' : ` (${titleOf(chain)})`} · {formatMinute(time)}
              <span className={styles.reference}>{reference}</span>
            </li>
          ))}
        </ul>
      ),
    ],
  ];
}
