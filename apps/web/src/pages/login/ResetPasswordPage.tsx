import { calls, Code } from '@fft/contract';
import { CodeLine, flowOf, forgetSent, recallSent } from '../../features/codes/index.ts';
import { useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, toast } from '../../ui/kit/index.ts';
import { differingPasswords, NewPasswordFields } from '../../features/passwords/index.ts';
import { Link, navigate, useLocation } from '../../lib/routing/index.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { loginTexts } from './login-texts.ts';
import { EmailField } from './EmailField.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import styles from './Login.module.css';
import { useAskCode } from './use-request-code.ts';

const purpose = 'forget';

/** Resets a forgotten password with a code sent to the account's address. */
export function ResetPasswordPage() {
  const t = useTexts(loginTexts);
  const code = useTexts(codeTexts);
  const { search } = useLocation();
  const login = `/pages/login/login${search}`;
  const form = useCallForm({
    call: calls.auth.resetPassword,
    initial: { email: recallSent(purpose)?.to ?? '', code: '', password: '', passwordConfirm: '' },
    keeps: { as: 'forget', fields: ['email'] },
    input: (values) => ({ ...values, ...flowOf(purpose, values.email) }),
    check: differingPasswords,
    codeFields: { [Code.wrongCode]: 'code', [Code.tooManyRequests]: 'code' },
    onDone: (_done, isMounted) => {
      forgetSent(purpose);
      toast(t.resetDone);
      if (isMounted) navigate(login, { replace: true });
    },
  });
  const ask = useAskCode(calls.auth.requestPasswordReset, form);

  return (
    <LoginFrame
      title={t.forgetTitle}
      welcome={t.forgetWelcome}
      foot={
        <Callout tone="info" icon="clock">
          {t.forgetHold}
        </Callout>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <EmailField {...form.field('email')} onClear={() => form.set('email', '')} />
        <CodeLine
          {...form.field('code')}
          label={t.code}
          purpose={purpose}
          ask={ask}
          sent={code.mailSent}
          onChange={(digits) => form.set('code', digits)}
        />
        <NewPasswordFields form={form} />
        <Button type="submit" wide busy={form.busy}>
          {t.reset}
        </Button>
      </form>
      <p className={styles.other}>
        {t.remembered} <Link to={login}>{t.logIn}</Link>
      </p>
    </LoginFrame>
  );
}
