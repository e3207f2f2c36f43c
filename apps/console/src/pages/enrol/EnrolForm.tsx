import { NetworkError, RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { Code, type CallOutput } from '@fft/contract';
import { formatMinute, useTexts, QrCode } from '@fft/kit';
import { type SyntheticEvent, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { brand } from '../../brand.ts';
import { Button, Field, Callout } from '../../ui/index.ts';
import { enrolTexts } from '../../i18n/enrol.ts';
import { loginTexts } from '../../i18n/login.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from '../../features/signed-out/SignedOut.module.css';

export interface EnrolFormProps {
  readonly token: string;
  readonly begun: CallOutput<typeof consoleCalls.session.beginEnrolment>;
  readonly onEnrolled: (name: string) => void;
}

type Values = Record<'password' | 'confirm' | 'code', string>;
const blank: Values = { password: '', confirm: '', code: '' };
const names = Object.keys(blank) as readonly (keyof Values)[];

/** Sets the password and the authenticator app together. */
export function EnrolForm({ token, begun, onEnrolled }: EnrolFormProps) {
  const t = useTexts(enrolTexts);
  const login = useTexts(loginTexts);
  const { roles } = useTexts(shellTexts);
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { name, role, until, seed, secret, uri } = begun;

  const field = (key: keyof Values) => ({
    name: key,
    value: values[key],
    error: errors[key],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setValues({ ...values, [key]: event.target.value }),
  });

  function showError(error: unknown): void {
    if (error instanceof NetworkError) setProblem(login.network);
    if (!(error instanceof RefusedError)) return;
    if (error.code === Code.secondFactor) setErrors({ code: error.message });
    else if (Object.keys(error.fields).length > 0) setErrors(error.fields);
    else setProblem(error.message);
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const missing = names.filter((key) => values[key].trim() === '');
    const differs = values.password !== values.confirm;
    setProblem(null);
    setErrors({
      ...(differs && { confirm: login.mismatch }),
      ...Object.fromEntries(missing.map((key) => [key, login.needed])),
    });
    if (busy || differs || missing.length > 0) return;
    setBusy(true);
    try {
      const code = values.code.replaceAll(/\s/g, '');
      await callApi(consoleCalls.session.enrol, { token, seed, password: values.password, code });
      onEnrolled(name);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.wide} noValidate onSubmit={(event) => void submit(event)}>
      <img src="/icon.svg" width={48} height={48} alt={brand.name} />
      <h1 className={styles.title}>{t.title}</h1>
      <p className={styles.text}>{t.welcome(name, roles[role], formatMinute(until))}</p>
      {problem && (
        <div role="alert">
          <Callout tone="danger">{problem}</Callout>
        </div>
      )}
      <input hidden readOnly name="username" value={name} autoComplete="username" />
      <h2 className={styles.step}>{t.passwordStep}</h2>
      <Field
        label={t.password}
        hint={t.passwordHint}
        {...field('password')}
        type="password"
        autoComplete="new-password"
      />
      <Field label={t.confirm} {...field('confirm')} type="password" autoComplete="new-password" />
      <h2 className={styles.step}>{t.appStep}</h2>
      <p className={styles.text}>{t.appText}</p>
      <AppSecret secret={secret} uri={uri} />
      <Field label={login.code} {...field('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t.finish}
      </Button>
    </form>
  );
}

/** The secret for the authenticator app, as a QR code and as text. */
function AppSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const t = useTexts(enrolTexts);
  return (
    <div className={styles.app}>
      <QrCode text={uri} label={t.qr} size={160} />
      <p className={styles.secret}>
        <span>{t.secret}</span>
        <code data-testid="secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
