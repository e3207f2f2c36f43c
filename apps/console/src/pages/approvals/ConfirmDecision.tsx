import { type ActInput, type Approval, consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useCall } from '../../api/index.ts';
import { ConfirmWithdrawal, CreditFacts, CustomerCheck } from '../../features/money-check/index.ts';
import { Callout, Dialog, Loaded } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { Input } from './Input.tsx';

export interface ConfirmDecisionProps {
  readonly approval: Approval;
  readonly isAgreed: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a proposal is carried out or refused, with the facts to check. */
export function ConfirmDecision({ approval, isAgreed, ...props }: ConfirmDecisionProps) {
  const { act, input } = approval;
  if (isAgreed && input !== null) {
    if (act === 'withdrawal') return <ConfirmWithdrawal id={input.id} isSecond {...props} />;
    if (act === 'adjustment') return <ConfirmCredit approval={approval} wanted={input} {...props} />;
  }
  return <ConfirmOther approval={approval} isAgreed={isAgreed} {...props} />;
}

interface ConfirmCreditProps extends Omit<ConfirmDecisionProps, 'isAgreed'> {
  readonly wanted: ActInput<'adjustment'>;
}

function ConfirmCredit({ approval, wanted, busy, onConfirm, onClose }: ConfirmCreditProps) {
  const t = useTexts(approvalTexts);
  const { customer, coin, amount } = wanted;
  const query = useCall(consoleCalls.treasury.facts, { customer, coin, amount }, { staleTimeMs: Infinity });
  return (
    <Dialog
      title={t.confirmAct(t.acts[approval.act])}
      onClose={onClose}
      confirm={{ label: t.agree, variant: 'good', busy, disabled: query.data === undefined, onPress: onConfirm }}
    >
      <Loaded query={query}>
        {({ subject, worth }) => <CreditFacts subject={subject} coin={coin} amount={amount} worth={worth} />}
      </Loaded>
      <Input approval={approval} />
      <Callout tone="warn">{t.immediately}</Callout>
    </Dialog>
  );
}

function ConfirmOther({ approval, isAgreed, busy, onConfirm, onClose }: ConfirmDecisionProps) {
  const t = useTexts(approvalTexts);
  const { act, input, mine } = approval;
  const label = isAgreed ? t.agree : mine ? t.withdraw : t.refuse;
  const ask = isAgreed ? t.confirmAct : mine ? t.confirmWithdraw : t.confirmRefuse;
  return (
    <Dialog
      title={ask(t.acts[act])}
      onClose={onClose}
      confirm={{ label, variant: isAgreed ? 'good' : 'danger', busy, onPress: onConfirm }}
    >
      {act === 'reset' && input !== null && <CustomerCheck id={input.id} />}
      <Input approval={approval} />
      {isAgreed && <Callout tone="warn">{t.immediately}</Callout>}
    </Dialog>
  );
}
