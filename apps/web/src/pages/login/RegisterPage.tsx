import { calls, Code } from '@fft/contract';
import { useState } from 'react';
import { CodeLine, flowOf, forgetSent, recallSent } from '../../features/codes/index.ts';
import { useCallForm } from '../../features/forms/index.ts';
import { Button, Field, toast } from '../../ui/kit/index.ts';
import { differingPasswords, NewPasswordFields } from '../../features/passwords/index.ts';
import { Link, navigate, useParameters, useLocation } from '../../lib/routing/index.ts';
import { enterSession } from '../../features/account/account-language.ts';
import { returnPath } from '../../features/session/index.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { loginTexts } from './login-texts.ts';
import { EmailField } from './EmailField.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import styles from './Login.module.css';
import { useAskCode } from './use-request-code.ts';

const purpose = 'register';

/** Registration with an e-mail address, the code sent to it, and a password. */
export function RegisterPage() {
  const t = useTexts(loginTexts);
  const code = useTexts(codeTexts);
  const { search } = useLocation();
  const invited = useParameters().get('invite');
  const form = useCallForm({
    call: calls.auth.register,
    initial: {
      email: recallSent(purpose)?.to ?? '',
      code: '',
      password: '',
      passwordConfirm: '',
      inviteCode: invited ?? '',
    },
    keeps: { as: `register ${invited ?? ''}`, fields: ['email', 'inviteCode'] },
    input: ({ inviteCode, ...values }) => ({
      ...values,
      keep: true,
      ...flowOf(purpose, values.email),
      ...(inviteCode.trim() !== '' && { inviteCode }),
    }),
    check: differingPasswords,
    codeFields: { [Code.wrongCode]: 'code', [Code.conflict]: 'email', [Code.tooManyRequests]: 'code' },
    onDone: (opened, isMounted) => {
      forgetSent(purpose);
      enterSession(opened);
      toast(t.registered);
      if (isMounted) navigate(returnPath(search), { replace: true });
    },
  });
  const ask = useAskCode(calls.auth.requestRegistrationCode, form);

  return (
    <LoginFrame title={t.registerTitle} welcome={t.registerWelcome}>
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
        <InviteLine field={form.field('inviteCode')} />
        <Button type="submit" wide busy={form.busy}>
          {t.createAccount}
        </Button>
      </form>
      <p className={styles.other}>
        {t.haveAccount} <Link to={`/pages/login/login${search}`}>{t.logIn}</Link>
      </p>
    </LoginFrame>
  );
}

interface InviteLineProps {
  readonly field: {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
}

/** Most customers have no invite code, so its field opens on demand. */
function InviteLine({ field }: InviteLineProps) {
  const t = useTexts(loginTexts);
  const [shown, setShown] = useState(false);
  if (!shown && field.value === '') {
    return (
      <button type="button" className={styles.quiet} onClick={() => setShown(true)}>
        {t.addInvite}
      </button>
    );
  }
  return <Field {...field} label={t.invite} icon="gift" autoComplete="off" maxLength={32} />;
}
