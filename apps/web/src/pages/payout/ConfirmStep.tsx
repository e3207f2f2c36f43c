import { calls, type PayoutOption, type SavedBankAccount } from '@fft/contract';
import { callApi, queryClient, refreshPages } from '../../api/index.ts';
import { ConfirmPayment } from '../../features/money/ConfirmPayment.tsx';
import { AddressText } from '../../features/money/index.ts';
import { useConfirmedPayment } from '../../features/money/use-confirmed-payment.ts';
import { arrivesOf } from '../../features/money/withdraw-amount.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';
import { payoutTexts } from './payouts-texts.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { trimZeros } from '../../lib/exact.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { toast } from '../../ui/kit/index.ts';
import { Facts } from './Facts.tsx';
import styles from './Payout.module.css';

export interface ConfirmStepProps {
  readonly plan: Plan;
  /** Returns to the details, with the server's refusal if there is one. */
  readonly onBack: (why?: string) => void;
  readonly onSent: () => void;
}

/** Summary of the payout, and the proofs that the customer is the account's owner. */
export function ConfirmStep({ plan, onBack, onSent }: ConfirmStepProps) {
  const t = useTexts(payoutTexts);
  const withdraw = useTexts(withdrawTexts);
  const { option, account, amount } = plan;
  const request = { coin: option.coin, amount, accountId: account.id };
  const payment = useConfirmedPayment({
    call: calls.banks.submitPayout,
    request,
    purpose: `payout:${JSON.stringify(request)}`,
    storedAs: 'unanswered-payout',
    onAmount: onBack,
    onDone: (_payout, isMounted) => {
      void queryClient.invalidateQueries({ queryKey: [calls.banks.payoutOptions.path] });
      refreshPages(calls.banks.payouts);
      toast(t.submitted);
      if (isMounted) onSent();
    },
  });
  return (
    <ConfirmPayment
      title={t.title}
      steps={withdraw.steps.slice(0, 2)}
      payment={payment}
      arrives={arrivesOf(amount, option.fee) ?? '0'}
      coin={option.coin}
      undone={t.undone}
      sendCode={() => callApi(calls.banks.sendPayoutCode, request)}
      onBack={() => onBack()}
    >
      <Summary plan={plan} />
    </ConfirmPayment>
  );
}

function Summary({ plan: { option, account, amount } }: { readonly plan: Plan }) {
  const t = useTexts(payoutTexts);
  const withdraw = useTexts(withdrawTexts);
  const { short } = useTexts(bankAccountTexts);
  return (
    <section className={styles.card}>
      <dl className={styles.facts}>
        <div>
          <dt>{t.account}</dt>
          <dd className={styles.to}>
            <strong>{account.name}</strong>
            <AddressText address={account.number} className={styles.number} />
            {account.bank !== '' && (
              <span className={styles.note}>
                {short[account.kind]} {account.bank}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{withdraw.taken}</dt>
          <dd>
            {formatAmount(trimZeros(amount, 2))} {option.coin}
          </dd>
        </div>
      </dl>
      <Facts option={option} amount={amount} />
    </section>
  );
}

/** A complete payout, ready to confirm. */
interface Plan {
  readonly option: PayoutOption;
  readonly account: SavedBankAccount;
  /** Debited, including the fee. */
  readonly amount: string;
}
