import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, Checkbox, PasswordField } from '../../ui/kit/index.ts';
import { Link, navigate, useLocation } from '../../lib/routing/index.ts';
import { enterSession } from '../../features/account/account-language.ts';
import { returnPath } from '../../features/session/index.ts';
import { endedSession } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { loginTexts } from './login-texts.ts';
import { EndedSession } from './EndedSession.tsx';
import { EmailField } from './EmailField.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import styles from './Login.module.css';
import { PasskeyButton } from './PasskeyButton.tsx';

type Opened = CallOutput<typeof calls.auth.login>;

/** Logs in and continues to the requested page. Asks for the second factor after a correct password if one is set. */
export function LoginPage() {
  const t = useTexts(loginTexts);
  const { search } = useLocation();
  const [keep, setKeep] = useState(true);
  const [asksTotp, setAsksTotp] = useState(false);
  const [ended, setEnded] = useState(endedSession.read);
  const form = useCallForm({
    call: calls.auth.login,
    initial: { email: '', password: '', totp: '' },
    keeps: { as: 'login', fields: ['email'] },
    input: ({ totp, ...values }) => ({ ...values, keep, ...(asksTotp && { totp }) }),
    codeFields: {
      [Code.wrongCredentials]: 'password',
      [Code.secondFactor]: 'totp',
      [Code.tooManyRequests]: asksTotp ? 'totp' : 'password',
    },
    onRefused: ({ code }) => setAsksTotp((asks) => asks || code === Code.secondFactor),
    onDone: (opened, isMounted) => enter(opened, isMounted),
  });

  function submit(event: { preventDefault(): void }): void {
    forgetEnded();
    form.submit(event);
  }

  function enter(opened: Opened, isMounted = true): void {
    enterSession(opened);
    if (isMounted) navigate(returnPath(search), { replace: true });
  }

  /** A reason stands until the next attempt. */
  function forgetEnded(): void {
    endedSession.forget();
    setEnded(null);
  }

  /** Another account may have no second factor. */
  function setEmail({ target }: { readonly target: { readonly value: string } }): void {
    form.set('email', target.value);
    form.set('totp', '');
    setAsksTotp(false);
  }

  return (
    <LoginFrame
      title={t.title}
      welcome={t.welcome}
      foot={
        <Callout tone="good">
          {t.checkAddress}
          <strong className={styles.address}>{window.location.origin}</strong>
        </Callout>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <EndedSession reason={ended} />
        <EmailField {...form.field('email')} onChange={setEmail} onClear={() => setEmail({ target: { value: '' } })} />
        <PasswordField
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          aside={
            <Link className={styles.forgot} to={`/pages/login/forget${search}`}>
              {t.forgot}
            </Link>
          }
        />
        {asksTotp && <SecondFactorField {...form.field('totp')} />}
        <Checkbox checked={keep} onChange={setKeep}>
          {t.keep}
        </Checkbox>
        <Button type="submit" wide busy={form.busy}>
          {t.logIn}
        </Button>
      </form>
      <PasskeyButton keep={keep} onTry={forgetEnded} onDone={enter} />
      <p className={styles.other}>
        {t.isNew} <Link to={`/pages/login/reg${search}`}>{t.createAccount}</Link>
      </p>
    </LoginFrame>
  );
}
