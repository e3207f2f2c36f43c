import { calls, Code, type User } from '@fft/contract';
import { CodeLine, flowOf, forgetSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, PasswordField, toast } from '../../ui/kit/index.ts';
import { differingPasswords, NewPasswordFields } from '../../features/passwords/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { useBack } from '../../features/shell/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { credentialTexts } from './credentials-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { KeysStay } from './KeysStay.tsx';
import { requestBoundCode } from './request-code.ts';
import { CredentialPage } from './CredentialPage.tsx';

const purpose = 'login-password';
const requestCode = requestBoundCode('login');

/** Changes the log-in password: requires the old one, a code by e-mail, and the second factor if one is set. */
export function LoginPasswordPage() {
  const t = useTexts(credentialTexts);
  return <CredentialPage title={() => t.passwordTitle}>{(user) => <PasswordForm user={user} />}</CredentialPage>;
}

function PasswordForm({ user }: { readonly user: User }) {
  const wait = useWithdrawalWait();
  const t = useTexts(credentialTexts);
  const code = useTexts(codeTexts);
  const goBack = useBack('/pages/user/safety');
  const form = useCallForm({
    call: calls.user.setPassword,
    initial: { oldPassword: '', password: '', passwordConfirm: '', code: '', totp: '' },
    input: ({ totp, ...values }) => ({
      type: 'login' as const,
      ...values,
      ...flowOf(purpose),
      ...(user.has.totp && { totp }),
    }),
    check: differingPasswords,
    codeFields: { [Code.wrongCode]: 'code', [Code.wrongCredentials]: 'oldPassword', [Code.secondFactor]: 'totp' },
    onDone: (_done, isMounted) => {
      forgetSent(purpose);
      refreshUser();
      toast(t.passwordChanged);
      if (isMounted) goBack();
    },
  });
  return (
    <FormBody onSubmit={form.submit}>
      <Callout tone="warn" icon="clock">
        {t.holdAndOthers(wait.text)}
      </Callout>
      <KeysStay />
      <PasswordField {...form.field('oldPassword')} label={t.oldPassword} autoComplete="current-password" />
      <NewPasswordFields form={form} />
      <CodeLine
        {...form.field('code')}
        label={t.mailCode}
        purpose={purpose}
        own={user.email}
        ask={requestCode}
        sent={code.mailSent}
        onChange={(digits) => form.set('code', digits)}
      />
      {user.has.totp && <SecondFactorField {...form.field('totp')} />}
      <Button type="submit" wide busy={form.busy}>
        {t.confirm}
      </Button>
    </FormBody>
  );
}
