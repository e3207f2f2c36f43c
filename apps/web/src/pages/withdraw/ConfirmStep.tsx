import { calls, Code, type User } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient } from '../../api/index.ts';
import { CodeLine, flowOf, forgetSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Button, Callout, CodeField, Steps } from '../../ui/kit/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { createRequestIds } from '../../features/money/index.ts';
import { Link, navigate } from '../../lib/routing/index.ts';
import { tabStorage, refreshUser, useUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { Summary } from './Summary.tsx';
import { arrivesOf } from '../../features/money/withdraw-amount.ts';
import styles from './Withdraw.module.css';
import { type LostWithdrawal, useLostWithdrawal } from './use-lost-withdrawal.ts';
import type { Plan } from './plan.ts';

/** A code is valid only for the exact request that it was sent for. */
const purposeOf = (plan: Plan): string => `withdraw:${JSON.stringify(requestOf(plan))}`;

export interface ConfirmStepProps {
  readonly plan: Plan;
  /** Returns to the details, with the server's refusal if there is one. */
  readonly onBack: (why?: string) => void;
  readonly onSent: () => void;
}

/** Summary of the irreversible withdrawal, and the proofs that the customer is the account's owner. */
export function ConfirmStep({ plan, onBack, onSent }: ConfirmStepProps) {
  const t = useTexts(withdrawTexts);
  const money = useTexts(moneyTexts);
  const { data: user } = useUser();
  const { form, isUnknown } = useConfirm(user, { plan, onBack, onSent });
  const { code, payPassword, totp } = form.values;
  const complete = code.length === 6 && payPassword.length === 6 && (!user?.has.totp || totp !== '');
  const arrives = arrivesOf(plan.amount, plan.chain.fee) ?? '0';
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={t.steps} current={1} label={t.stepOf(2, t.steps.length)} />}
      actionBar={
        <>
          <Button variant="secondary" onClick={() => onBack()}>
            {t.back}
          </Button>
          <Button
            style={{ flex: 2 }}
            busy={form.busy}
            disabledReason={complete ? undefined : t.fillFirst}
            onClick={() => form.submit()}
          >
            {t.submit(`${formatAmount(trimZeros(arrives, 2))} ${plan.coin.coin}`)}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <Summary plan={plan} />
        {isUnknown && <Callout tone="warn">{money.unknownOutcome}</Callout>}
        <Callout tone="danger">
          <strong className={styles.undone}>{t.undoneTitle}</strong> {t.undone}
        </Callout>
        <Proofs form={form} plan={plan} user={user} />
      </div>
    </Page>
  );
}

type ConfirmForm = ReturnType<typeof useConfirm>['form'];

function requestOf({ coin, chain, amount, address }: Plan) {
  return { coin: coin.coin, chain: chain.chain, amount, addressId: address.id };
}

const lostOf = (requestId: string | null): LostWithdrawal | null => (requestId === null ? null : { requestId });

function useConfirm(user: User | undefined, { plan, onBack, onSent }: ConfirmStepProps) {
  const [requestIds] = useState(() => createRequestIds(tabStorage('unanswered-withdrawal', { forGood: true })));
  const request = requestOf(plan);
  const body = JSON.stringify(request);
  const [lost, setLost] = useState(() => lostOf(requestIds.lostId(body)));
  const settle = (id: string, isMounted = true): void => {
    requestIds.done();
    forgetSent(purposeOf(plan));
    void queryClient.invalidateQueries({ queryKey: [calls.withdrawals.coins.path] });
    void queryClient.invalidateQueries({ queryKey: [calls.withdrawals.history.path] });
    if (!isMounted) return;
    onSent();
    navigate(`/pages/deposit/withdraw?id=${id}`, { replace: true });
  };
  useLostWithdrawal(lost, settle);
  const form = useCallForm({
    call: calls.withdrawals.submit,
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
      setLost(lostOf(requestIds.lostId(body)));
    },
    onRefused: (error) => {
      const aboutAmount: readonly number[] = [Code.insufficientBalance, Code.amountOutOfRange, Code.withdrawalLimit];
      if (error.code === Code.secondFactor) refreshUser();
      if (!aboutAmount.includes(error.code)) return;
      // The refusal is final for this id: a later try with a sufficient balance would be refused too.
      if (lost === null) requestIds.done();
      onBack(error.message);
    },
    onDone: ({ id }, isMounted) => settle(id, isMounted),
  });
  return { form, isUnknown: lost !== null };
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
        ask={async () => ({ to: '', ...(await callApi(calls.withdrawals.sendCode, requestOf(plan))) })}
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
