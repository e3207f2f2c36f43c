import { consoleCalls, type PaymentAct, type PaymentFacts } from '@fft/console-contract';
import { formatTimestamp, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall, useMay, NetworkTitle } from '../../api/index.ts';
import { Button, Callout, DetailList, Dialog, Loaded, Panel, Tag, TransactionLink } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { paymentTexts } from '../../i18n/payments.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { MarkLanded } from './MarkLanded.tsx';
import styles from './Treasury.module.css';

export interface PaymentPanelProps {
  readonly id: number;
  readonly onClose: () => void;
}

const every = { refetchIntervalMs: 3_000 };

/** A payment over a chain: its transactions, and what operators asked of it. */
export function PaymentPanel({ id, onClose }: PaymentPanelProps) {
  const t = useTexts(paymentTexts);
  const states = useTexts(treasuryTexts).movementStates;
  const may = useMay();
  const query = useCall(consoleCalls.payments.show, { id }, every);
  const payment = query.data;
  return (
    <Panel
      label={t.detail}
      title={
        <>
          {t.detail} {id}
          {payment && <Tag>{states[payment.state]}</Tag>}
        </>
      }
      onClose={onClose}
      foot={payment?.state === 'signed' && may('withdrawals.decide') && <Acts key={id} payment={payment} />}
    >
      <Loaded query={query}>{(facts) => <Facts payment={facts} />}</Loaded>
    </Panel>
  );
}

function Facts({ payment }: { readonly payment: PaymentFacts }) {
  const t = useTexts(paymentTexts);
  const words = useTexts(treasuryTexts);
  const { kind, amount, coin, withdrawal, chain, recipient, nonce, others, cost } = payment;
  const { trouble, proposer, attempts, requests } = payment;
  return (
    <>
      {trouble !== null && <Callout tone="danger">{t.doubtful}</Callout>}
      {proposer !== null && <Callout tone="warn">{t.proposedBy(proposer)}</Callout>}
      <DetailList
        items={[
          [words.kind, words.movementKinds[kind]],
          [words.amount, `${formatTrimmed(amount)} ${coin}`],
          withdrawal === null ? null : [t.withdrawal, withdrawal],
          [t.chain, <NetworkTitle key="chain" of={chain} />],
          [
            t.recipient,
            <span key="recipient" className={styles.address}>
              {recipient}
            </span>,
          ],
          nonce === null ? null : [t.nonce, nonce],
          others === 0 ? null : [t.batch, t.batchOf(others)],
          cost === null ? null : [others === 0 ? t.cost : t.costPart, `${formatTrimmed(cost.amount)} ${cost.coin}`],
        ]}
      />
      <h3 className={styles.heading}>{t.attempts}</h3>
      <p className={styles.note}>{attempts.length === 0 ? t.noAttempts : t.attemptsText}</p>
      <ul className={styles.rows}>
        {attempts.map(({ txid, fee, time, explorerUrl }) => (
          <li key={txid}>
            <span className={styles.address}>
              <TransactionLink txid={txid} url={explorerUrl} />
            </span>
            <span className={styles.note}>
              {formatTimestamp(time)}
              {fee !== null && ` · ${t.feeOf(fee)}`}
            </span>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t.requests}</h3>
      {requests.length === 0 && <p className={styles.note}>{t.noRequests}</p>}
      <ul className={styles.rows}>
        {requests.map(({ act, operator, time, answer }) => (
          <li key={`${time} ${act}`}>
            {t.acts[act]} · {t.answers[answer ?? 'waiting']}
            <span className={styles.note}>
              {operator} · {formatTimestamp(time)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Acts({ payment }: { readonly payment: PaymentFacts }) {
  const t = useTexts(paymentTexts);
  const { id, withdrawal, trouble, proposer, requests } = payment;
  const [asking, setAsking] = useState<PaymentAct | 'markLanded' | null>(null);
  const close = () => setAsking(null);
  const options = { successMessage: t.asked, onDone: close };
  const bump = useAct(consoleCalls.payments.bump, options);
  const giveBack = useAct(consoleCalls.payments.giveBack, options);
  const acts = { bump, giveBack };
  const isWaiting = requests.some(({ answer }) => answer === null);
  return (
    <>
      <div className={styles.acts}>
        <Button size="large" variant="outline" disabled={isWaiting} onClick={() => setAsking('bump')}>
          {t.bump}
        </Button>
        {withdrawal !== null && (
          <Button size="large" variant="outline" disabled={isWaiting} onClick={() => setAsking('giveBack')}>
            {t.giveBack}
          </Button>
        )}
        {withdrawal !== null && trouble !== null && (
          <Button size="large" disabled={proposer !== null} onClick={() => setAsking('markLanded')}>
            {t.markLanded}
          </Button>
        )}
      </div>
      {(asking === 'bump' || asking === 'giveBack') && (
        <Dialog
          title={t[asking]}
          onClose={close}
          confirm={{ label: t[asking], busy: acts[asking].busy, onPress: () => acts[asking].run({ id }) }}
        >
          <Callout>{asking === 'bump' ? t.bumpText : t.giveBackText}</Callout>
        </Dialog>
      )}
      {asking === 'markLanded' && <MarkLanded payment={payment} onClose={close} />}
    </>
  );
}
