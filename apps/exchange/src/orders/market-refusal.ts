import type { Rejection } from '@fft/engine';
import type { Refusal } from '../refusals/refusal.ts';
import { refusalInMarket } from '../ledger/refusals.ts';
import type { MarketView } from '../ledger/listings/market-view.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';

export interface Rejected {
  readonly reason: Rejection;
  readonly view: MarketView;
  /** A stop's trigger. */
  readonly stopTicks?: number | undefined;
  /** The field of the refused price. */
  readonly field?: 'price' | 'stopLimitPrice' | 'takeProfitPrice' | 'stopLossLimitPrice';
}

/** The refusal of an order that the engine rejected, with the market's figures of now: the end of its halt, and the prices that its band allows. */
export function marketRefusal(
  { host: { engine } }: { readonly host: Pick<EngineHost, 'engine'> },
  { reason, view, stopTicks = 0, field = 'price' }: Rejected,
): Refusal {
  return refusalInMarket(reason, view, {
    stateEnd: engine.marketStateEnd(view.id),
    bandCentre: stopTicks > 0 ? stopTicks : engine.lastPriceTicks(view.id),
    field,
  });
}
