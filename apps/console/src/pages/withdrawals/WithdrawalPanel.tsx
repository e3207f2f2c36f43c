import { consoleCalls, type ReviewedWithdrawal } from '@fft/console-contract';
import { formatAmount, formatTimestamp, Link, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay, useMe } from '../../api/index.ts';
import { Button, DetailList, Callout, Panel, Tag, useHotkeys } from '../../ui/index.ts';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { Reject } from './Reject.tsx';
import { Risks } from './Risks.tsx';
import styles from './Withdrawals.module.css';

export interface WithdrawalPanelProps {
  readonly withdrawal: ReviewedWithdrawal;
  readonly onClose: () => void;
}

/** One withdrawal: destination, risks, approvals and the decision. */
export function WithdrawalPanel({ withdrawal, onClose }: WithdrawalPanelProps) {
  const t = useTexts(treasuryTexts);
  const may = useMay();
  const { customer, coin, amount, fee, worth, state, address, memo, chain, time, txid } = withdrawal;
  const isOpen = state === 'review';
  const number = may('customers.see') ? <Link to={`/customers?id=${customer}`}>{customer}</Link> : customer;
  return (
    <Panel
      label={t.detail}
      title={
        <>
          {t.detail} {withdrawal.id}
          <Tag tone={isOpen ? 'warn' : state === 'done' ? 'good' : 'plain'}>{t.states[state]}</Tag>
        </>
      }
      line={formatTimestamp(time)}
      onClose={onClose}
      foot={
        may('withdrawals.decide') &&
        (isOpen ? (
          <Decision key={withdrawal.id} withdrawal={withdrawal} onClose={onClose} />
        ) : (
          state === 'approved' && <RejectApproved key={withdrawal.id} id={withdrawal.id} onClose={onClose} />
        ))
      }
    >
      <div>
        <p className={styles.sum}>
          {formatTrimmed(amount)} {coin}
        </p>
        <p className={styles.worth}>
          {t.worth} {formatAmount(worth, 2)}
        </p>
      </div>
      {isOpen && <RequiredApprovals withdrawal={withdrawal} />}
      <DetailList
        items={[
          [t.customer, number],
          [t.risk, <Risks key="risks" risks={withdrawal.risks} />],
          [t.dayTotal, formatAmount(withdrawal.dayTotal, 2)],
          [t.chain, chain],
          [
            t.address,
            <span key="address" className={styles.address}>
              {address}
            </span>,
          ],
          memo === '' ? null : [t.memo, memo],
          [t.fee, `${formatTrimmed(fee)} ${coin}`],
          txid === null
            ? null
            : [
                t.txid,
                <span key="txid" className={styles.address}>
                  {txid}
                </span>,
              ],
        ]}
      />
    </Panel>
  );
}

function RequiredApprovals({ withdrawal: { fourEyes, proposer } }: Pick<WithdrawalPanelProps, 'withdrawal'>) {
  const t = useTexts(treasuryTexts);
  if (!fourEyes) return <Callout>{t.oneIsEnough}</Callout>;
  return <Callout tone="warn">{proposer === null ? t.fourEyes : t.proposedBy(proposer)}</Callout>;
}

/** An approved withdrawal that can't be paid may be rejected. The server refuses this once it is signed. */
function RejectApproved({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useTexts(treasuryTexts);
  const [rejecting, setRejecting] = useState(false);
  useHotkeys({ n: () => setRejecting(true) });
  return (
    <>
      <div className={styles.decision}>
        <Button size="large" variant="outline" hotkey="n" onClick={() => setRejecting(true)}>
          {t.reject}
        </Button>
      </div>
      {rejecting && <Reject id={id} from="approved" onClose={() => setRejecting(false)} onDone={onClose} />}
    </>
  );
}

function Decision({ withdrawal: { id, proposer }, onClose }: WithdrawalPanelProps) {
  const t = useTexts(treasuryTexts);
  const { name } = useMe();
  const [rejecting, setRejecting] = useState(false);
  const approve = useAct(consoleCalls.treasury.approve, {
    onDone: ({ state }) => {
      toast(state === 'approved' ? t.approved : t.waits);
      if (state === 'approved') onClose();
    },
  });
  const canApprove = proposer !== name;
  const go = () => {
    if (canApprove) approve.run({ id });
  };
  useHotkeys({ a: go, n: () => setRejecting(true) });
  return (
    <>
      <div className={styles.decision}>
        <Button size="large" variant="outline" hotkey="n" onClick={() => setRejecting(true)}>
          {t.reject}
        </Button>
        <Button
          size="large"
          variant="good"
          icon="check"
          hotkey="a"
          disabled={!canApprove}
          busy={approve.busy}
          onClick={go}
        >
          {proposer === null ? t.approve : t.agree}
        </Button>
      </div>
      {rejecting && <Reject id={id} from="review" onClose={() => setRejecting(false)} onDone={onClose} />}
    </>
  );
}
