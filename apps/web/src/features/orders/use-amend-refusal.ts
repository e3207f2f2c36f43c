import { useIsOffline } from '../../api/connection/index.ts';
import { useTickerState } from '../live/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';

/** Why no order of the market can be amended now: it is halted or takes cancels alone, or the server is out of reach. */
export function useAmendRefusal(symbol: string): string | undefined {
  const t = useTexts(tradeTexts);
  const isOffline = useIsOffline();
  const state = useTickerState(symbol);
  if (isOffline) return t.offline;
  return state === 'halted' || state === 'cancelOnly' ? t.marketState[state] : undefined;
}
