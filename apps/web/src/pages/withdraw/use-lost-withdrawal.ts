import { calls } from '@fft/contract';
import { useEffect, useEffectEvent } from 'react';
import { callApi } from '../../api/index.ts';

/** What was on its way when the line broke may come in late, and what is written down is carried on with once the ledger takes something again. */
const lookAfterMs = [0, 1_000, 3_000, 6_000, 10_000, 20_000, 40_000, 60_000];

/** A withdrawal whose answer was lost: another object each time that one is. */
export interface LostWithdrawal {
  readonly requestId: string;
}

/** Looks it up by the id that it was sent with, until it is there or has had the time to come. */
export function useLostWithdrawal(lost: LostWithdrawal | null, onFound: (id: string) => void): void {
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    if (lost === null) return undefined;
    const ended = new AbortController();
    const look = async (): Promise<void> => {
      const { signal } = ended;
      const found = await callApi(calls.withdrawals.detail, lost, { quiet: true, signal }).catch(() => null);
      if (found === null || !('id' in found) || signal.aborted) return;
      ended.abort();
      tell(found.id);
    };
    const timers = lookAfterMs.map((ms) => setTimeout(() => void look(), ms));
    return () => {
      ended.abort();
      timers.forEach(clearTimeout);
    };
  }, [lost]);
}
