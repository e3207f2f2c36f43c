import type { Market } from '@fft/contract';
import { lazyPart } from '../../ui/lazy/index.ts';
import { useMarketState, useTicker } from '../live/index.ts';

const MarketStateNote = lazyPart(() => import('./MarketStateNote.tsx').then((m) => m.MarketStateNote));

/** A banner while the market isn't open. Its code is loaded at the first halt. */
export function MarketStateBanner({ market }: { readonly market: Market }) {
  const state = useMarketState(market);
  const ticker = useTicker(market.symbol)?.ticker ?? null;
  return state === 'open' ? null : <MarketStateNote state={state} ticker={ticker} />;
}
