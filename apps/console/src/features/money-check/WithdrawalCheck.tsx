import { consoleCalls, type WithdrawalFacts } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { useCall, NetworkTitle } from '../../api/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { Callout, DetailList, Dialog, Loaded, Tag, TransactionLink } from '../../ui/index.ts';
import styles from './MoneyCheck.module.css';
import { Sum } from './Sum.tsx';
import { useSubject } from './Subject.tsx';
import { Risks } from './Risks.tsx';

/** The facts about a withdrawal. Reading them is logged, and the server lets only an operator who has read them approve it. */
export function useWithdrawalFacts(id: number) {
  return useCall(consoleCalls.treasury.showWithdrawal, { id }, { staleTimeMs: Infinity });
}

/** Every fact to check before a decision. */
export function WithdrawalFactsList({ facts }: { readonly facts: WithdrawalFacts }) {
  const t = useTexts(treasuryTexts);
  const words = useTexts(moneyTexts);
  const subject = useSubject(facts.subject);
  const { chain, address, memo, amount, fee, coin, risks, txid, dayTotal } = facts.withdrawal;
  const items: (readonly [string, ReactNode] | null)[] = [
    ...subject,
    [t.risk, <Risks key="risks" risks={risks} />],
    [words.device, <Device key="device" risks={risks} />],
    [t.chain, <NetworkTitle key="chain" of={chain} />],
    [
      t.address,
      <span key="address">
        <span className={styles.address}>{address}</span>
        <AddressMarks facts={facts.address} />
      </span>,
    ],
    memo === '' ? null : [t.memo, memo],
    [t.fee, `${formatTrimmed(fee)} ${coin}`],
    [words.receives, `${formatTrimmed(difference(amount, fee))} ${coin}`],
    [t.dayTotal, formatAmount(dayTotal, 2)],
    txid === null
      ? null
      : [
          t.txid,
          <span key="txid" className={styles.address}>
            <TransactionLink txid={txid} url={facts.explorerUrl} />
          </span>,
        ],
  ];
  return <DetailList items={items} />;
}

/** Subtracts two decimals with the same number of places, exactly. */
function difference(from: string, minus: string): string {
  const places = from.split('.')[1]?.length ?? 0;
  const units = BigInt(from.replace('.', '')) - BigInt(minus.replace('.', ''));
  const digits = units.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function AddressMarks({ facts: { saved, paid, others } }: { readonly facts: WithdrawalFacts['address'] }) {
  const t = useTexts(moneyTexts);
  return (
    <span className={styles.marks}>
      {paid === 0 ? <Tag tone="warn">{t.newAddress}</Tag> : <Tag tone="good">{t.paidBefore(paid)}</Tag>}
      {others.length > 0 && <Tag tone="danger">{t.others(others.join(', '))}</Tag>}
      <span className={styles.worth}>{saved === null ? t.notSaved : t.saved(formatMinute(saved))}</span>
    </span>
  );
}

function Device({ risks }: { readonly risks: WithdrawalFacts['withdrawal']['risks'] }) {
  const t = useTexts(moneyTexts);
  if (risks.includes('newDevice')) return <Tag tone="warn">{t.newDevice}</Tag>;
  if (risks.includes('newCustomer')) return <Tag tone="warn">{t.newcomersDevice}</Tag>;
  return <>{t.knownDevice}</>;
}

export interface ConfirmWithdrawalProps {
  readonly id: number;
  /** True if another operator has proposed it: this approval is the second. */
  readonly isSecond: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an approval, with all that an operator must check. The button works once the facts are shown. */
export function ConfirmWithdrawal({ id, isSecond, busy, onConfirm, onClose }: ConfirmWithdrawalProps) {
  const t = useTexts(moneyTexts);
  const query = useWithdrawalFacts(id);
  const withdrawal = query.data?.withdrawal;
  const amount = withdrawal ? `${formatTrimmed(withdrawal.amount)} ${withdrawal.coin}` : '';
  return (
    <Dialog
      title={isSecond ? t.agreeTitle : t.approveTitle}
      onClose={onClose}
      confirm={{
        label: isSecond ? t.agreeAmount(amount) : t.approveAmount(amount),
        variant: 'good',
        busy,
        disabled: query.data === undefined,
        onPress: onConfirm,
      }}
    >
      <Loaded query={query}>
        {(facts) => (
          <>
            <Sum {...facts.withdrawal} />
            <WithdrawalFactsList facts={facts} />
            <Callout tone="warn">{t.irreversible}</Callout>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
