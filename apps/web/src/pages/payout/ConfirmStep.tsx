import { calls, Code, type User } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, refreshPages } from '../../api/index.ts';
import { CodeLine, flowOf, forgetSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { AddressText, createRequestIds } from '../../features/money/index.ts';
import { arrivesOf } from '../../features/money/withdraw-amount.ts';
import { refreshUser, tabStorage, useUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { payoutTexts } from '../../i18n/payouts.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { trimZeros } from '../../lib/exact.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { Button, Callout, CodeField, Steps, toast } from '../../ui/kit/index.ts';
import { Facts } from './Facts.tsx';
import type { Plan } from './plan.ts';
import styles from './Payout.module.css';

const requestOf = ({ option, account, amount }: Plan) => ({ coin: option.coin, amount, accountId: account.id });
/** A code is valid only for the exact request that it was sent for. */
const purposeOf = (plan: Plan): string => `payout:${JSON.stringify(requestOf(plan))}`;

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
  const money = useTexts(moneyTexts);
  const { data: user } = useUser();
  const { form, isUnknown } = useConfirm(user, { plan, onBack, onSent });
  const { code, payPassword, totp } = form.values;
  const complete = code.length === 6 && payPassword.length === 6 && (!user?.has.totp || totp !== '');
  const { coin, fee } = plan.option;
  const arrives = arrivesOf(plan.amount, fee) ?? '0';
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={withdraw.steps.slice(0, 2)} current={1} label={withdraw.stepOf(2, 2)} />}
      actionBar={
        <>
          <Button variant="secondary" onClick={() => onBack()}>
            {withdraw.back}
          </Button>
          <Button
            style={{ flex: 2 }}
            busy={form.busy}
            disabledReason={complete ? undefined : withdraw.fillFirst}
            onClick={() => form.submit()}
          >
            {withdraw.submit(`${formatAmount(trimZeros(arrives, 2))} ${coin}`)}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <Summary plan={plan} />
        {isUnknown && <Callout tone="warn">{money.unknownOutcome}</Callout>}
        <Callout tone="danger">{t.undone}</Callout>
        <Proofs form={form} plan={plan} user={user} />
      </div>
    </Page>
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

type ConfirmForm = ReturnType<typeof useConfirm>['form'];

function useConfirm(user: User | undefined, { plan, onBack, onSent }: ConfirmStepProps) {
  const t = useTexts(payoutTexts);
  // A repeated request with the same id and body returns the same payout.
  const [requestIds] = useState(() => createRequestIds(tabStorage('unanswered-payout', { forGood: true })));
  const request = requestOf(plan);
  const body = JSON.stringify(request);
  const [isUnknown, setIsUnknown] = useState(requestIds.lostId(body) !== null);
  const form = useCallForm({
    call: calls.banks.submitPayout,
    initial: { code: '', payPassword: '', totp: '' },
    input: ({ totp, ...values }) => ({
      requestId: requestIds.idFor(body),
      ...request,
      ...values,
      ...flowOf(purposeOf(plan)),
      ...(user?.has.totp && { totp }),
    }),
    codeFields: {
      [Code.wrongCode]: 'code',
      [Code.wrongPayPassword]: 'payPassword',
      [Code.secondFactor]: 'totp',
    },
    onUnanswered: () => {
      requestIds.lost();
      setIsUnknown(true);
    },
    onRefused: (error) => {
      const aboutAmount: readonly number[] = [Code.insufficientBalance, Code.amountOutOfRange, Code.withdrawalLimit];
      if (error.code === Code.secondFactor) refreshUser();
      if (!aboutAmount.includes(error.code)) return;
      // The refusal is final for this id: a later try with a sufficient balance would be refused too.
      if (!isUnknown) requestIds.done();
      onBack(error.message);
    },
    onDone: (_payout, isMounted) => {
      requestIds.done();
      forgetSent(purposeOf(plan));
      void queryClient.invalidateQueries({ queryKey: [calls.banks.payoutOptions.path] });
      refreshPages(calls.banks.payouts);
      toast(t.submitted);
      if (isMounted) onSent();
    },
  });
  return { form, isUnknown };
}

interface ProofsProps {
  readonly form: ConfirmForm;
  readonly plan: Plan;
  readonly user: User | undefined;
}

/** The e-mailed code for this exact request, the transaction password, and the second factor if one is set. */
function Proofs({ form, plan, user }: ProofsProps) {
  const t = useTexts(withdrawTexts);
  const codes = useTexts(codeTexts);
  const pay = form.field('payPassword');
  return (
    <FormBody onSubmit={form.submit}>
      <CodeLine
        {...form.field('code')}
        label={t.code}
        purpose={purposeOf(plan)}
        own={user?.email}
        ask={async () => ({ to: '', ...(await callApi(calls.banks.sendPayoutCode, requestOf(plan))) })}
        sent={codes.mailSent}
        onChange={(digits) => form.set('code', digits)}
      />
      <CodeField
        label={t.payPassword}
        secret
        name={pay.name}
        value={pay.value}
        error={pay.error}
        onChange={(digits) => form.set('payPassword', digits)}
        aside={
          <Link to="/pages/user/setJpass" className={styles.aside}>
            {t.forgot}
          </Link>
        }
      />
      {user?.has.totp && <SecondFactorField {...form.field('totp')} />}
    </FormBody>
  );
}
