import { calls } from '@fft/contract';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCallForm } from '../../forms/index.ts';
import { Button, Callout, Checkbox, Field, PasswordField } from '../../kit/index.ts';
import { returnPath, session } from '../../session/index.ts';
import { useTexts } from '../../texts/index.ts';
import { loginTexts } from '../../texts/login.ts';
import { LoginFrame } from './LoginFrame.tsx';
import styles from './Login.module.css';

/** Log in, then on to where one wanted to go. */
export function LoginPage() {
  const t = useTexts(loginTexts);
  const navigate = useNavigate();
  const { search } = useLocation();
  const [keep, setKeep] = useState(true);
  const form = useCallForm({
    call: calls.passport.login,
    initial: { email: '', password: '' },
    input: (values) => ({ ...values, keep }),
    onDone: ({ token }) => {
      session.open(token);
      void navigate(returnPath(search), { replace: true });
    },
  });

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
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <Field
          {...form.field('email')}
          label={t.email}
          type="email"
          icon="mail"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t.emailPlaceholder}
          clear={{ label: t.clearEmail, onClear: () => form.set('email', '') }}
        />
        <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
        <Checkbox checked={keep} onChange={setKeep}>
          {t.keep}
        </Checkbox>
        <Button type="submit" wide busy={form.busy}>
          {t.logIn}
        </Button>
      </form>
      <p className={styles.other}>
        {t.isNew} <Link to={`/pages/login/reg${search}`}>{t.createAccount}</Link>
      </p>
    </LoginFrame>
  );
}
