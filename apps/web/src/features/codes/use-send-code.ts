import { RefusedError } from '@fft/client';
import { Code } from '@fft/contract';
import { useEffect, useState } from 'react';
import { recallSent, rememberSent, retryAfterOf, secondsLeft } from './resend-countdown.ts';

/** The code's address, and the seconds until another can be requested. */
export interface SentCode {
  readonly to: string;
  readonly resendAfter: number;
  /** Names the request; it goes along with the code. */
  readonly flow: string;
}

/** Requests a code. Resolves to null if other fields must be filled in first. The customer has seen any error. */
export type AskForCode = () => Promise<SentCode | null>;

export interface SendCode {
  /** Until a code can be sent again; 0 when it can be now. */
  readonly seconds: number;
  /** The code's address; empty before one was sent. */
  readonly sentTo: string;
  readonly busy: boolean;
  /** True once a code was sent. */
  readonly send: () => Promise<boolean>;
}

/** Sends codes of one purpose. The countdown survives a reload. `own` is the account's own address, masked, if codes go there. */
export function useSendCode(purpose: string, ask: AskForCode, own = ''): SendCode {
  const [resendAtMs, setResendAtMs] = useState(() => recallSent(purpose)?.resendAtMs ?? 0);
  const [seconds, setSeconds] = useState(() => secondsLeft(resendAtMs, Date.now()));
  const [sentTo, setSentTo] = useState(() => recallSent(purpose)?.to ?? '');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const count = (): void => setSeconds(secondsLeft(resendAtMs, Date.now()));
    count();
    if (resendAtMs <= Date.now()) return undefined;
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [resendAtMs]);

  function wait({ to, flow }: { to: string; flow: string }, waitSeconds: number): void {
    const atMs = Date.now() + waitSeconds * 1000;
    rememberSent(purpose, { to, flow, resendAtMs: atMs });
    setResendAtMs(atMs);
    setSentTo(to);
  }

  async function send(): Promise<boolean> {
    setBusy(true);
    try {
      const sent = await ask();
      if (sent) wait({ to: sent.to || own, flow: sent.flow }, sent.resendAfter);
      return sent !== null;
    } catch (error) {
      const retryAfter =
        error instanceof RefusedError && error.code === Code.tooManyRequests ? retryAfterOf(error.data) : null;
      if (retryAfter !== null) wait({ to: '', flow: '' }, retryAfter);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { seconds, sentTo, busy, send };
}
