import { RefusedError } from '@fft/client';
import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { Button, Callout } from '../../ui/kit/index.ts';
import { hasPasskeys, signWithPasskey } from '@fft/kit';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { useTexts } from '../../i18n/index.ts';
import { loginTexts } from './login-texts.ts';
import styles from './Login.module.css';

export interface PasskeyButtonProps {
  readonly keep: boolean;
  /** Called when an attempt begins. */
  readonly onTry: () => void;
  readonly onDone: (opened: CallOutput<typeof calls.auth.loginByPasskey>) => void;
}

/** Logs in with a passkey, if the browser supports them. */
export function PasskeyButton({ keep, onTry, onDone }: PasskeyButtonProps) {
  const t = useTexts(passkeyTexts);
  const login = useTexts(loginTexts);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hasPasskeys()) return null;

  async function enter(): Promise<void> {
    setBusy(true);
    setFailure(null);
    onTry();
    try {
      const { options } = await callApi(calls.auth.beginPasskeyLogin, {});
      const response = await signWithPasskey(options);
      onDone(await callApi(calls.auth.loginByPasskey, { response, keep }, { handles: [Code.wrongCredentials] }));
    } catch (error) {
      // Other refusals of the server have been shown; the rest is the device's: cancelled or failed.
      if (error instanceof DOMException) setFailure(login.noPasskey);
      if (error instanceof RefusedError && error.code === Code.wrongCredentials) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className={styles.or}>{t.or}</p>
      <Button variant="outline" icon="fingerprint" wide busy={busy} onClick={() => void enter()}>
        {t.use}
      </Button>
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
    </>
  );
}
