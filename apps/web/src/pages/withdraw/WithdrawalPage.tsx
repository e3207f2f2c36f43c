import { calls, type Withdrawal } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import { callApi, queryClient, useCall } from '../../api/index.ts';
import { formatAmount, formatTimestamp } from '../../lib/format/index.ts';
import { Button, Callout, Modal, Steps, Tag, toast } from '../../ui/kit/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { AddressText } from '../../features/money/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { isUnderWay, withdrawalTones } from './withdrawal-tone.ts';
import styles from './Withdraw.module.css';

/** Polling interval while the withdrawal is in progress. */
const pollMs = 4000;

/** Live progress of one withdrawal. */
export function WithdrawalPage({ id }: { readonly id: string }) {
  const t = useTexts(withdrawTexts);
  const [poll, setPoll] = useState(true);
  const detail = useCall(calls.withdrawals.detail, { id }, { quiet: true, refetchIntervalMs: poll ? pollMs : false });
  const withdrawal = detail.data && 'state' in detail.data ? detail.data : undefined;
  const underWay = withdrawal === undefined || isUnderWay(withdrawal);
  if (poll !== underWay) setPoll(underWay);
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={t.steps} current={2} label={t.stepOf(3, t.steps.length)} />}
      actionBar={
        <>
          <Button variant="secondary" onClick={() => navigate('/pages/assets/index')}>
            {t.toAssets}
          </Button>
          <Button onClick={() => navigate('/pages/deposit/withdraw', { replace: true })}>{t.another}</Button>
        </>
      }
    >
      <CallView call={detail} skeleton={<RowsSkeleton card={140} groups={[3]} />}>
        {(data) => ('state' in data ? <Known withdrawal={data} /> : null)}
      </CallView>
    </Page>
  );
}

/** Display name of the network; the server's id if the name is unknown. */
function useNetworkName({ coin, chain }: Withdrawal): string {
  const { data: coins } = useCall(calls.withdrawals.coins, {}, { quiet: true, staleTimeMs: 300_000 });
  const chains = coins?.find((each) => each.coin === coin)?.chains;
  return chains?.find((each) => each.chain === chain)?.name ?? chain;
}

function Known({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTexts(withdrawTexts);
  const network = useNetworkName(withdrawal);
  const { coin, amount, arrives, fee, state, reason } = withdrawal;
  const exact = (value: string): string => `${formatAmount(trimZeros(value, 2))} ${coin}`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.network, network],
    ...(withdrawal.memo === undefined ? [] : [[t.memo, withdrawal.memo] as const]),
    [t.arrives, exact(arrives)],
    [t.networkFee, exact(fee)],
    [t.time, formatTimestamp(withdrawal.time)],
    ...(withdrawal.confirmations === undefined ? [] : [[t.confirmations, String(withdrawal.confirmations)] as const]),
    ...(withdrawal.txid === undefined ? [] : [[t.txid, <Transaction key="txid" withdrawal={withdrawal} />] as const]),
  ];
  return (
    <div className={styles.content} data-testid={`withdrawal-${state}`}>
      <section className={styles.state} role="status">
        <p className={styles.figure}>−{exact(amount)}</p>
        <Tag tone={withdrawalTones[state]}>{t.states[state]}</Tag>
        <p className={styles.stateText}>{t.stateTexts[state]}</p>
      </section>
      {reason !== undefined && (
        <Callout tone="danger" title={t.reason}>
          {reason}
        </Callout>
      )}
      <section className={styles.card}>
        <dl className={styles.lines}>
          <div className={styles.to}>
            <dt>{t.to}</dt>
            <dd>
              <AddressText address={withdrawal.address} className={styles.address} />
            </dd>
          </div>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {state === 'review' && <Cancel id={withdrawal.id} />}
    </div>
  );
}

/** Its id, which leads to a block explorer where there is one. */
function Transaction({ withdrawal: { txid, explorerUrl } }: { readonly withdrawal: Withdrawal }) {
  const t = useTexts(withdrawTexts);
  if (txid === 'internal') return t.internal;
  if (explorerUrl === undefined) return txid;
  return (
    <a href={explorerUrl} target="_blank" rel="noopener noreferrer" title={t.explorer}>
      {txid}
    </a>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const t = useTexts(withdrawTexts);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.withdrawals.cancel, { id });
      toast(t.cancelled);
    } catch {
      // The customer has been notified; the state shows the outcome.
    } finally {
      setBusy(false);
      setAsks(false);
      const about = [calls.withdrawals.detail, calls.withdrawals.coins, calls.withdrawals.history];
      for (const { path } of about) void queryClient.invalidateQueries({ queryKey: [path] });
    }
  }

  return (
    <>
      <Button variant="outline" wide aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t.cancelIt}
      </Button>
      {asks && (
        <Modal
          open
          icon="withdraw"
          title={t.cancelTitle}
          confirm={{ label: t.cancelIt, busy, onPress: () => void cancel() }}
          cancel={{ label: t.keep, onPress: () => setAsks(false) }}
        >
          {t.cancelText}
        </Modal>
      )}
    </>
  );
}
