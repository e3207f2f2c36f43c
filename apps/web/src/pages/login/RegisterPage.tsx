import { calls } from '@fft/contract';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { demoMailboxPath, useDemo } from '../../demo/index.ts';
import { checkForm, refusedFields, useCallForm } from '../../forms/index.ts';
import { Button, CodeField, Field, PasswordField, toast } from '../../kit/index.ts';
import { returnPath, session } from '../../session/index.ts';
import { formTexts } from '../../texts/forms.ts';
import { useTexts } from '../../texts/index.ts';
import { loginTexts } from '../../texts/login.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { forgetSent, recallSent } from './resend-countdown.ts';
import { StrengthMeter } from './StrengthMeter.tsx';
import styles from './Login.module.css';
import { useResend } from './use-resend.ts';

/** Registration: an e-mail, the code sent to it, a password. */
export function RegisterPage() {
  const t = useTexts(loginTexts);
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useCallForm({
    call: calls.passport.reg,
    initial: { email: recallSent()?.email ?? '', code: '', password: '', passwordConfirm: '', inviteCode: '' },
    input: ({ inviteCode, ...values }) => (inviteCode.trim() === '' ? values : { ...values, inviteCode }),
    check: ({ password, passwordConfirm }) =>
      passwordConfirm !== '' && passwordConfirm !== password ? { passwordConfirm: 'passwordMismatch' } : {},
    onDone: ({ token }) => {
      forgetSent();
      session.open(token);
      toast(t.registered);
      void navigate(returnPath(search), { replace: true });
    },
  });
  const { values } = form;

  return (
    <LoginFrame title={t.registerTitle} welcome={t.registerWelcome}>
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
        <CodeLine form={form} />
        <PasswordField
          {...form.field('password')}
          label={t.newPassword}
          autoComplete="new-password"
          hint={values.password === '' ? t.passwordHint : <StrengthMeter password={values.password} />}
        />
        <ConfirmLine form={form} />
        <InviteLine form={form} />
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

type RegisterForm = ReturnType<
  typeof useCallForm<
    typeof calls.passport.reg,
    { email: string; code: string; password: string; passwordConfirm: string; inviteCode: string }
  >
>;

/** The code, and sending it. */
function CodeLine({ form }: { readonly form: RegisterForm }) {
  const t = useTexts(loginTexts);
  const errors = useTexts(formTexts);
  const resend = useResend();
  const isDemo = useDemo();
  const { error, value, name } = form.field('code');

  async function sendCode(): Promise<void> {
    const email = form.values.email;
    const wrong = checkForm(calls.passport.regemail, { email }).email;
    if (wrong) {
      form.fail('email', errors[wrong]);
      return;
    }
    try {
      await resend.send(email.trim());
      toast(t.codeSent);
    } catch (failure) {
      const refused = refusedFields(failure).email;
      if (refused !== undefined) form.fail('email', refused);
    }
  }

  return (
    <CodeField
      label={t.code}
      name={name}
      value={value}
      error={error}
      onChange={(code) => form.set('code', code)}
      aside={
        <button
          type="button"
          className={styles.resend}
          disabled={resend.seconds > 0 || resend.busy}
          onClick={() => void sendCode()}
        >
          {resend.seconds > 0 ? t.resendIn(resend.seconds) : t.sendCode}
        </button>
      }
      hint={
        isDemo && (
          <span className={styles.hint}>
            {t.demoMail}{' '}
            <a href={demoMailboxPath} target="_blank" rel="noopener noreferrer">
              {t.demoMailLink}
            </a>
          </span>
        )
      }
    />
  );
}

/** The password again; a difference is told as soon as the field is left. */
function ConfirmLine({ form }: { readonly form: RegisterForm }) {
  const t = useTexts(loginTexts);
  const errors = useTexts(formTexts);
  const [left, setLeft] = useState(false);
  const { password, passwordConfirm } = form.values;
  const differs = left && passwordConfirm !== '' && passwordConfirm !== password;
  const field = form.field('passwordConfirm');
  return (
    <PasswordField
      {...field}
      label={t.confirmPassword}
      autoComplete="new-password"
      error={field.error ?? (differs ? errors.passwordMismatch : undefined)}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
    />
  );
}

/** Most have no invite code, so its field comes on demand. */
function InviteLine({ form }: { readonly form: RegisterForm }) {
  const t = useTexts(loginTexts);
  const [shown, setShown] = useState(false);
  if (!shown && form.values.inviteCode === '') {
    return (
      <button type="button" className={styles.resend} onClick={() => setShown(true)}>
        {t.addInvite}
      </button>
    );
  }
  return <Field {...form.field('inviteCode')} label={t.invite} icon="gift" autoComplete="off" maxLength={32} />;
}
