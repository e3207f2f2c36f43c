import { NetworkError, RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { hasPasskeys, signWithPasskey, toast, useTexts } from '@fft/kit';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { callApi, session } from '../../api/index.ts';
import { brand } from '../../brand.ts';
import { Button, Field, Callout } from '../../ui/index.ts';
import { loginTexts } from '../../i18n/login.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { SignedOutLayout } from '../../features/signed-out/SignedOutLayout.tsx';
import styles from '../../features/signed-out/SignedOut.module.css';

const { login, beginPasskeyLogin, loginByPasskey } = consoleCalls.session;
type Values = Record<'name' | 'password' | 'code', string>;
type Step = 'password' | 'code';

const blank: Values = { name: '', password: '', code: '' };

/** Log-in with name, password and code, or with a passkey. */
export function LoginPage() {
  const t = useTexts(loginTexts);
  const passkeys = useTexts(passkeyTexts);
  const [step, setStep] = useState<Step>('password');
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t.title} · ${brand.name}`;
  }, [t]);

  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function showError(error: unknown, sentCode: boolean): void {
    if (error instanceof NetworkError) setProblem(t.network);
    if (!(error instanceof RefusedError)) return;
    const asksForCode = error.code === Code.secondFactor && !sentCode;
    if (asksForCode) setStep('code');
    else if (error.code === Code.secondFactor) setErrors({ code: error.message });
    else if (Object.keys(error.fields).length > 0) setErrors(error.fields);
    else setProblem(error.message);
  }

  async function logInWithPasskey(): Promise<void> {
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      const { options } = await callApi(beginPasskeyLogin, {});
      const { token, me } = await callApi(loginByPasskey, { response: await signWithPasskey(options) });
      session.open({ token, me });
    } catch (error) {
      if (error instanceof DOMException) toast(passkeys.failed);
      showError(error, true);
    } finally {
      setBusy(false);
    }
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const required: readonly (keyof Values)[] = step === 'password' ? ['name', 'password'] : ['code'];
    const missing = required.filter((name) => values[name].trim() === '');
    setProblem(null);
    setErrors(Object.fromEntries(missing.map((name) => [name, t.needed])));
    if (busy || missing.length > 0) return;
    const { name, password } = values;
    const code = values.code.replaceAll(/\s/g, '');
    setBusy(true);
    try {
      const { token, me } = await callApi(login, { name, password, ...(step === 'code' && { code }) });
      session.open({ token, me });
    } catch (error) {
      showError(error, step !== 'password');
    } finally {
      setBusy(false);
    }
  }

  return (
    <SignedOutLayout>
      <form className={styles.card} noValidate onSubmit={(event) => void submit(event)}>
        <img src="/icon.svg" width={48} height={48} alt={brand.name} />
        <h1 className={styles.title}>{t.title}</h1>
        {session.hasEnded() && step === 'password' && !problem && <Callout tone="warn">{t.ended}</Callout>}
        {problem && (
          <div role="alert">
            <Callout tone="danger">{problem}</Callout>
          </div>
        )}
        {step === 'password' ? (
          <>
            <Field label={t.name} {...field('name')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
            <Field label={t.password} {...field('password')} type="password" autoComplete="current-password" />
          </>
        ) : (
          <>
            <p className={styles.text}>{t.codeText}</p>
            <Field label={t.code} {...field('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
          </>
        )}
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {step === 'password' ? t.next : t.logIn}
        </Button>
        {step === 'password' && hasPasskeys() && (
          <Button icon="fingerprint" size="large" disabled={busy} onClick={() => void logInWithPasskey()}>
            {passkeys.use}
          </Button>
        )}
        {step !== 'password' && (
          <Button variant="link" onClick={() => setStep('password')}>
            {t.back}
          </Button>
        )}
      </form>
    </SignedOutLayout>
  );
}
