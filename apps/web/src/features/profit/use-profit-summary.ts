import { calls, type ProfitMethod } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';

/** While the server counts a long history, it is asked again. */
const countingMs = 1_500;
const refreshMs = 60_000;

/** Reads the customer's profit by a method, and again each minute. */
export function useProfitSummary(method: ProfitMethod) {
  const [isCounting, setCounting] = useState(false);
  const summary = useCall(
    calls.profit.summary,
    { method },
    { quiet: true, keepsPrevious: true, refetchIntervalMs: isCounting ? countingMs : refreshMs },
  );
  const counts = summary.data !== undefined && summary.data.figures === null;
  if (counts !== isCounting) setCounting(counts);
  return summary;
}
