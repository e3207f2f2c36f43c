import { calls } from '@fft/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { recallSent, rememberSent, secondsLeft } from './resend-countdown.ts';

export interface Resend {
  /** Until a code can be sent again; 0 when it can be now. */
  readonly seconds: number;
  readonly busy: boolean;
  /** Sends a code. Rejects after the customer was told, except about fields. */
  readonly send: (email: string) => Promise<void>;
}

/** The registration code and its countdown, which survives a reload. */
export function useResend(): Resend {
  const [resendAtMs, setResendAtMs] = useState(() => recallSent()?.resendAtMs ?? 0);
  const [seconds, setSeconds] = useState(() => secondsLeft(resendAtMs, Date.now()));
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const count = (): void => setSeconds(secondsLeft(resendAtMs, Date.now()));
    count();
    if (resendAtMs <= Date.now()) return undefined;
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [resendAtMs]);

  async function send(email: string): Promise<void> {
    setBusy(true);
    try {
      const { resendAfter } = await callApi(calls.passport.regemail, { email }, { handles: [400] });
      const atMs = Date.now() + resendAfter * 1000;
      rememberSent({ email, resendAtMs: atMs });
      setResendAtMs(atMs);
    } finally {
      setBusy(false);
    }
  }

  return { seconds, busy, send };
}
