import { acts, consoleCalls, type Approval } from '@fft/console-contract';
import { formatTimestamp, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button, DetailList, Callout, Panel } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { Target } from '../../features/audit-target/Target.tsx';
import { ConfirmDecision } from './ConfirmDecision.tsx';
import { Input } from './Input.tsx';
import styles from './Approvals.module.css';

export interface ApprovalPanelProps {
  readonly approval: Approval;
  readonly onClose: () => void;
}

/** One proposal: its effect, its proposer and the decision. */
export function ApprovalPanel({ approval, onClose }: ApprovalPanelProps) {
  const t = useTexts(approvalTexts);
  const may = useMay();
  const { id, act, input, target, proposer, decider, decided, time, state, mine } = approval;
  const decide = useAct(consoleCalls.operators.decide, {
    onDone: ({ mailed }) => {
      if (mailed !== undefined) toast(mailed ? t.mailed : t.notMailed);
      onClose();
    },
  });
  const mayDecide = may(acts[act][mine ? 'right' : 'agrees']);
  const [confirming, setConfirming] = useState<'agree' | 'refuse' | null>(null);
  return (
    <Panel
      label={t.detail}
      title={t.acts[act]}
      line={<Target of={target} />}
      onClose={onClose}
      foot={
        state === 'open' &&
        mayDecide && (
          <div className={styles.decision}>
            <Button size="large" variant="outline" onClick={() => setConfirming('refuse')}>
              {mine ? t.withdraw : t.refuse}
            </Button>
            {!mine && input !== null && (
              <Button size="large" variant="good" icon="check" onClick={() => setConfirming('agree')}>
                {t.agree}
              </Button>
            )}
          </div>
        )
      }
    >
      {state === 'open' && mine && <Callout tone="warn">{t.mineText}</Callout>}
      {state === 'open' && !mayDecide && <Callout>{t.noRightText}</Callout>}
      <DetailList
        items={[
          [t.proposer, `${proposer} · ${formatTimestamp(time)}`],
          decider === null ? null : [t.decider, `${decider} · ${formatTimestamp(decided)}`],
          [t.state, t.states[state]],
        ]}
      />
      <h3 className={styles.heading}>{t.what}</h3>
      <Input approval={approval} />
      {confirming && (
        <ConfirmDecision
          approval={approval}
          isAgreed={confirming === 'agree'}
          busy={decide.busy}
          onConfirm={() => decide.run({ id, agree: confirming === 'agree' })}
          onClose={() => setConfirming(null)}
        />
      )}
    </Panel>
  );
}
