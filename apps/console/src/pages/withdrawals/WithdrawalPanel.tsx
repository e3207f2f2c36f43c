import { consoleCalls, type ReviewedWithdrawal } from '@fft/console-contract';
import { formatTimestamp, Link, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay, useMe } from '../../api/index.ts';
import { ConfirmWithdrawal, Sum, useWithdrawalFacts, WithdrawalFactsList } from '../../features/money-check/index.ts';
import { Button, Callout, Loaded, Panel, Tag, useHotkeys } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { Reject } from './Reject.tsx';
import styles from './Withdrawals.module.css';

export interface WithdrawalPanelProps {
  readonly withdrawal: ReviewedWithdrawal;
  readonly onClose: () => void;
}

/** One withdrawal: the customer, destination, risks, approvals and the decision. */
export function WithdrawalPanel({ withdrawal, onClose }: WithdrawalPanelProps) {
  const t = useTexts(treasuryTexts);
  const may = useMay();
  const query = useWithdrawalFacts(withdrawal.id);
  const { customer, state, time } = withdrawal;
  const isOpen = state === 'review';
  return (
    <Panel
      label={t.detail}
      title={
        <>
          {t.detail} {withdrawal.id}
          <Tag tone={isOpen ? 'warn' : state === 'done' ? 'good' : 'plain'}>{t.states[state]}</Tag>
        </>
      }
      line={
        <>
          {formatTimestamp(time)}
          {may('customers.see') && (
            <>
              {' · '}
              <Link to={`/customers?id=${customer}`}>{t.openCustomer(customer)}</Link>
            </>
          )}
        </>
      }
      onClose={onClose}
      foot={
        may('withdrawals.decide') &&
        (isOpen ? (
          <Decision key={withdrawal.id} withdrawal={withdrawal} onClose={onClose} />
        ) : (
          state === 'approved' && <RejectApproved key={withdrawal.id} withdrawal={withdrawal} onClose={onClose} />
        ))
      }
    >
      <Sum {...withdrawal} />
      {isOpen && <RequiredApprovals withdrawal={withdrawal} />}
      <Loaded query={query}>{(facts) => <WithdrawalFactsList facts={facts} />}</Loaded>
    </Panel>
  );
}

function RequiredApprovals({ withdrawal: { fourEyes, proposer } }: Pick<WithdrawalPanelProps, 'withdrawal'>) {
  const t = useTexts(treasuryTexts);
  if (!fourEyes) return <Callout>{t.oneIsEnough}</Callout>;
  return <Callout tone="warn">{proposer === null ? t.fourEyes : t.proposedBy(proposer)}</Callout>;
}

/** An approved withdrawal that can't be paid may be rejected. The server refuses this once it is signed. */
function RejectApproved({ withdrawal, onClose }: WithdrawalPanelProps) {
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
      {rejecting && (
        <Reject withdrawal={withdrawal} from="approved" onClose={() => setRejecting(false)} onDone={onClose} />
      )}
    </>
  );
}

function Decision({ withdrawal, onClose }: WithdrawalPanelProps) {
  const t = useTexts(treasuryTexts);
  const { id, proposer } = withdrawal;
  const { name } = useMe();
  const [rejecting, setRejecting] = useState(false);
  const [approving, setApproving] = useState(false);
  const approve = useAct(consoleCalls.treasury.approve, {
    onDone: ({ state }) => {
      toast(state === 'approved' ? t.approved : t.waits);
      setApproving(false);
      if (state === 'approved') onClose();
    },
  });
  const canApprove = proposer !== name;
  const go = () => setApproving(canApprove);
  useHotkeys({ a: go, n: () => setRejecting(true) });
  return (
    <>
      <div className={styles.decision}>
        <Button size="large" variant="outline" hotkey="n" onClick={() => setRejecting(true)}>
          {t.reject}
        </Button>
        <Button size="large" variant="good" icon="check" hotkey="a" disabled={!canApprove} onClick={go}>
          {proposer === null ? t.approve : t.agree}
        </Button>
      </div>
      {approving && (
        <ConfirmWithdrawal
          id={id}
          isSecond={proposer !== null}
          busy={approve.busy}
          onConfirm={() => approve.run({ id })}
          onClose={() => setApproving(false)}
        />
      )}
      {rejecting && (
        <Reject withdrawal={withdrawal} from="review" onClose={() => setRejecting(false)} onDone={onClose} />
      )}
    </>
  );
}
