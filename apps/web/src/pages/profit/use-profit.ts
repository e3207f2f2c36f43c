import { calls, type ProfitMethod } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';

/** While the server counts a long history, it is asked again. */
const countingMs = 1_500;
const refreshMs = 60_000;

/** Reads the profit by the chosen method. */
export function useProfit() {
  const [method, setMethod] = useState<ProfitMethod>('fifo');
  const [isCounting, setCounting] = useState(false);
  const summary = useCall(
    calls.profit.summary,
    { method },
    { quiet: true, keepsPrevious: true, refetchIntervalMs: isCounting ? countingMs : refreshMs },
  );
  const counts = summary.data !== undefined && summary.data.figures === null;
  if (counts !== isCounting) setCounting(counts);
  return { method, setMethod, summary };
}

export type Profit = ReturnType<typeof useProfit>;
