import type { ProfitMethod } from '@fft/contract';
import { useState } from 'react';
import { useProfitSummary } from '../../features/profit/index.ts';

/** Reads the profit by the chosen method. */
export function useProfit() {
  const [method, setMethod] = useState<ProfitMethod>('fifo');
  const summary = useProfitSummary(method);
  return { method, setMethod, summary };
}

export type Profit = ReturnType<typeof useProfit>;
