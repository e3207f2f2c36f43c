import type { Order } from '@fft/contract';
import { useIsOffline } from '../../api/connection/index.ts';
import { useTickerState } from '../live/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';

/** Why the order can't be cancelled now: a halted market takes no cancels, nor does a server out of reach. */
export function useCancelRefusal({ symbol }: Order): string | undefined {
  const t = useTexts(tradeTexts);
  const isOffline = useIsOffline();
  const state = useTickerState(symbol);
  if (isOffline) return t.offline;
  return state === 'halted' ? t.marketState.halted : undefined;
}
