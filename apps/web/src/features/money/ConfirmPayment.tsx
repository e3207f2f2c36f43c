import type { ReactNode } from 'react';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { trimZeros } from '../../lib/exact.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Button, Callout, Steps } from '../../ui/kit/index.ts';
import { CodeLine, type SentCode } from '../codes/index.ts';
import { FormBody, SecondFactorField } from '../forms/index.ts';
import { useUser } from '../session/index.ts';
import { Page } from '../shell/index.ts';
import styles from './ConfirmPayment.module.css';
import { PayPasswordField } from './PayPasswordField.tsx';
import type { ConfirmedPayment } from './use-confirmed-payment.ts';

export interface ConfirmPaymentProps {
  readonly title: string;
  /** Names of the steps; this is the second. */
  readonly steps: readonly string[];
  readonly payment: ConfirmedPayment;
  /** What arrives. */
  readonly arrives: string;
  readonly coin: string;
  /** Why it can't be undone. */
  readonly undone: ReactNode;
  /** Sends the code for exactly this payment. */
  readonly sendCode: () => Promise<Omit<SentCode, 'to'>>;
  readonly onBack: () => void;
  /** What is confirmed. */
  readonly children: ReactNode;
}

/** The last step of a withdrawal: what is confirmed, and the proofs that the customer is the account's owner. */
export function ConfirmPayment({ title, steps, payment, arrives, coin, undone, ...props }: ConfirmPaymentProps) {
  const t = useTexts(withdrawTexts);
  const money = useTexts(moneyTexts);
  const { data: user } = useUser();
  const { form, lost } = payment;
  const { code, payPassword, totp } = form.values;
  const complete = code.length === 6 && payPassword.length === 6 && (!user?.has.totp || totp !== '');
  return (
    <Page
      title={title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={steps} current={1} label={t.stepOf(2, steps.length)} />}
      actionBar={
        <>
          <Button variant="secondary" onClick={props.onBack}>
            {t.back}
          </Button>
          <Button
            style={{ flex: 2 }}
            busy={form.busy}
            disabledReason={complete ? undefined : t.fillFirst}
            onClick={() => form.submit()}
          >
            {t.submit(`${formatAmount(trimZeros(arrives, 2))} ${coin}`)}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        {props.children}
        {lost !== null && <Callout tone="warn">{money.unknownOutcome}</Callout>}
        <Callout tone="danger">{undone}</Callout>
        <Proofs payment={payment} sendCode={props.sendCode} />
      </div>
    </Page>
  );
}

/** The e-mailed code for this exact payment, the transaction password, and the second factor if one is set. */
function Proofs({ payment: { form, purpose }, sendCode }: Pick<ConfirmPaymentProps, 'payment' | 'sendCode'>) {
  const t = useTexts(withdrawTexts);
  const codes = useTexts(codeTexts);
  const { data: user } = useUser();
  return (
    <FormBody onSubmit={form.submit}>
      <CodeLine
        {...form.field('code')}
        label={t.code}
        purpose={purpose}
        own={user?.email}
        ask={async () => ({ to: '', ...(await sendCode()) })}
        sent={codes.mailSent}
        onChange={(digits) => form.set('code', digits)}
      />
      <PayPasswordField form={form} />
      {user?.has.totp && <SecondFactorField {...form.field('totp')} />}
    </FormBody>
  );
}
