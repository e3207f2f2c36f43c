import { calls, Code, type User } from '@fft/contract';
import { CodeLine, flowOf, forgetSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, CodeField, toast } from '../../ui/kit/index.ts';
import { differingPasswords } from '../../features/passwords/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { useBack } from '../../features/shell/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { credentialTexts } from './credentials-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { KeysStay } from './KeysStay.tsx';
import { requestBoundCode } from './request-code.ts';
import { CredentialPage } from './CredentialPage.tsx';
import styles from './Credentials.module.css';

const purpose = 'pay-password';
const requestCode = requestBoundCode('pay');

/** Sets or changes the transaction password: 6 digits, entered twice, with a code by e-mail. */
export function TransactionPasswordPage() {
  const t = useTexts(credentialTexts);
  return (
    <CredentialPage title={(user) => (user?.has.payPassword ? t.payChangeTitle : t.payTitle)}>
      {(user) => <PayForm user={user} />}
    </CredentialPage>
  );
}

function PayForm({ user }: { readonly user: User }) {
  const wait = useWithdrawalWait();
  const t = useTexts(credentialTexts);
  const code = useTexts(codeTexts);
  const goBack = useBack('/pages/user/safety');
  const form = useCallForm({
    call: calls.user.setPassword,
    initial: { password: '', passwordConfirm: '', code: '', totp: '' },
    input: ({ totp, ...values }) => ({
      type: 'pay' as const,
      ...values,
      ...flowOf(purpose),
      ...(user.has.totp && { totp }),
    }),
    check: differingPasswords,
    codeFields: { [Code.wrongCode]: 'code', [Code.secondFactor]: 'totp' },
    onDone: (_done, isMounted) => {
      forgetSent(purpose);
      refreshUser();
      toast(t.paySet);
      if (isMounted) goBack();
    },
  });
  const digits = (name: 'password' | 'passwordConfirm') => {
    const { value, error } = form.field(name);
    return { name, value, error, secret: true, onChange: (typed: string) => form.set(name, typed) };
  };
  return (
    <FormBody onSubmit={form.submit}>
      {user.has.payPassword && (
        <Callout tone="warn" icon="clock">
          {t.holdNote(wait.text)}
        </Callout>
      )}
      {user.has.payPassword && <KeysStay />}
      <p className={styles.about}>{t.payAbout}</p>
      <CodeField label={t.payNew} {...digits('password')} />
      <CodeField label={t.payAgain} {...digits('passwordConfirm')} />
      <CodeLine
        {...form.field('code')}
        label={t.mailCode}
        purpose={purpose}
        own={user.email}
        ask={requestCode}
        sent={code.mailSent}
        onChange={(typed) => form.set('code', typed)}
      />
      {user.has.totp && <SecondFactorField {...form.field('totp')} />}
      <Button type="submit" wide busy={form.busy}>
        {t.confirm}
      </Button>
    </FormBody>
  );
}
