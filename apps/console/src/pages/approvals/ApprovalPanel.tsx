import { consoleCalls, type Approval, type Right } from '@fft/console-contract';
import { formatTimestamp, toast, useTexts } from '@fft/kit';
import { useAct, useMay } from '../../api/index.ts';
import { Button, DetailList, Callout, Panel } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { Target } from '../../features/audit-target/Target.tsx';
import styles from './Approvals.module.css';

const rightOf: Readonly<Record<Approval['act'], Right>> = {
  withdrawal: 'withdrawals.decide',
  adjustment: 'adjustments.make',
  role: 'operators.change',
  rate: 'markets.change',
  reset: 'customers.reset',
};

export interface ApprovalPanelProps {
  readonly approval: Approval;
  readonly onClose: () => void;
}

/** One proposal: its effect, its proposer and the decision. */
export function ApprovalPanel({ approval, onClose }: ApprovalPanelProps) {
  const t = useTexts(approvalTexts);
  const may = useMay();
  const { id, act, target, proposer, decider, decided, time, state, mine } = approval;
  const decide = useAct(consoleCalls.operators.decide, {
    onDone: ({ mailed }) => {
      if (mailed !== undefined) toast(mailed ? t.mailed : t.notMailed);
      onClose();
    },
  });
  const mayDecide = may(rightOf[act]);
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
            <Button size="large" variant="outline" busy={decide.busy} onClick={() => decide.run({ id, agree: false })}>
              {mine ? t.withdraw : t.refuse}
            </Button>
            {!mine && (
              <Button
                size="large"
                variant="good"
                icon="check"
                busy={decide.busy}
                onClick={() => decide.run({ id, agree: true })}
              >
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
      <Input input={approval.input} />
    </Panel>
  );
}

/** Engine units, meaningless to a reader. */
const hiddenFields = ['asset', 'units'];

function Input({ input }: { readonly input: Approval['input'] }) {
  const t = useTexts(approvalTexts);
  const roles = useTexts(shellTexts).roles;
  const words: Readonly<Record<string, string>> = { ...t.values, ...roles };
  const names: Readonly<Record<string, string>> = t.fields;
  const details = Object.entries(input)
    .filter(([name, value]) => !hiddenFields.includes(name) && value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
      const isWord = ['kind', 'account', 'change', 'role', 'from'].includes(name);
      return [names[name] ?? name, isWord ? (words[text] ?? text) : text] as const;
    });
  return <DetailList items={details} />;
}
