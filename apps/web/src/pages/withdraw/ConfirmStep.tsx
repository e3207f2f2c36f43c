import { calls } from '@fft/contract';
import { callApi, queryClient } from '../../api/index.ts';
import { ConfirmPayment } from '../../features/money/ConfirmPayment.tsx';
import { useConfirmedPayment } from '../../features/money/use-confirmed-payment.ts';
import { arrivesOf } from '../../features/money/withdraw-amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { navigate } from '../../lib/routing/index.ts';
import type { Plan } from './plan.ts';
import { Summary } from './Summary.tsx';
import { useLostWithdrawal } from './use-lost-withdrawal.ts';
import styles from './Withdraw.module.css';

export interface ConfirmStepProps {
  readonly plan: Plan;
  /** Returns to the details, with the server's refusal if there is one. */
  readonly onBack: (why?: string) => void;
  readonly onSent: () => void;
}

/** Summary of the irreversible withdrawal, and the proofs that the customer is the account's owner. */
export function ConfirmStep({ plan, onBack, onSent }: ConfirmStepProps) {
  const t = useTexts(withdrawTexts);
  const { coin, chain, amount, address } = plan;
  const request = { coin: coin.coin, chain: chain.chain, amount, addressId: address.id };
  const done = (id: string, isMounted = true): void => {
    void queryClient.invalidateQueries({ queryKey: [calls.withdrawals.coins.path] });
    void queryClient.invalidateQueries({ queryKey: [calls.withdrawals.history.path] });
    if (!isMounted) return;
    onSent();
    navigate(`/pages/deposit/withdraw?id=${id}`, { replace: true });
  };
  const payment = useConfirmedPayment({
    call: calls.withdrawals.submit,
    request,
    purpose: `withdraw:${JSON.stringify(request)}`,
    storedAs: 'unanswered-withdrawal',
    onAmount: onBack,
    onDone: ({ id }, isMounted) => done(id, isMounted),
  });
  useLostWithdrawal(payment.lost, (id) => {
    payment.settle();
    done(id);
  });
  return (
    <ConfirmPayment
      title={t.title}
      steps={t.steps}
      payment={payment}
      arrives={arrivesOf(amount, chain.fee) ?? '0'}
      coin={coin.coin}
      undone={
        <>
          <strong className={styles.undone}>{t.undoneTitle}</strong> {t.undone}
        </>
      }
      sendCode={() => callApi(calls.withdrawals.sendCode, request)}
      onBack={() => onBack()}
    >
      <Summary plan={plan} />
    </ConfirmPayment>
  );
}
