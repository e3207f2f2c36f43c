import { calls } from '@fft/contract';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import type { NamesByCoin } from '../../lib/find-coins.ts';

const options = { quiet: true, staleTimeMs: 300_000 };

/** What coins are called, for a search. Without an answer, searches find by code. */
export function useCoinNames(enabled = true): NamesByCoin {
  const { data } = useCall(calls.coins.list, {}, { ...options, enabled });
  return useMemo(() => new Map(data?.map((each) => [each.coin, each])), [data]);
}
