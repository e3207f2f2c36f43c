import { calls } from '@fft/contract';
import { useEffect, useEffectEvent } from 'react';
import { callApi } from '../../api/index.ts';
import type { LostPayment } from '../../features/money/use-confirmed-payment.ts';

/** A request in flight when the connection broke may arrive late, and a stored one continues once the ledger accepts operations again. */
const lookAfterMs = [0, 1_000, 3_000, 6_000, 10_000, 20_000, 40_000, 60_000];

/** Looks the withdrawal up by its request id until it is found or the last delay has passed. */
export function useLostWithdrawal(lost: LostPayment | null, onFound: (id: string) => void): void {
  const report = useEffectEvent(onFound);
  useEffect(() => {
    if (lost === null) return undefined;
    const ended = new AbortController();
    const look = async (): Promise<void> => {
      const { signal } = ended;
      const found = await callApi(calls.withdrawals.detail, lost, { quiet: true, signal }).catch(() => null);
      if (found === null || !('id' in found) || signal.aborted) return;
      ended.abort();
      report(found.id);
    };
    const timers = lookAfterMs.map((ms) => setTimeout(() => void look(), ms));
    return () => {
      ended.abort();
      timers.forEach(clearTimeout);
    };
  }, [lost]);
}
