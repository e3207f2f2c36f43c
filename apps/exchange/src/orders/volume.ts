import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import { formatFraction } from '../ledger/listings/market-view.ts';
import { formatUsdt } from '../assets/prices/valuation.ts';
import type { OrdersContext } from './orders-context.ts';
import { TradedDays, type Traded } from './traded-days.ts';

const volumeMs = 30 * 86_400_000;

/** A customer's turnover of the last 30 days and the resulting fees. Markets without a price count as zero. */
export function tradedVolume(area: OrdersContext): Handler<typeof calls.trade.volume> {
  const days = new TradedDays(area.reading, area.now);
  return async (_input, { customer, lang }) => {
    const since = area.now() - volumeMs;
    await area.projector.reachedFor(customer.id);
    const { engine } = area.host;
    const markets = engine.markets.flatMap((_, id) => (engine.hasOrdered(customer.id, id) ? [id] : []));
    const traded = await days.since(since, { owner: customer.id, markets });
    const worthAs = (role: 'maker' | 'taker') => formatUsdt(worthOf(area, traded, role));
    const { tier, tiers } = await area.feesOf(customer.id, lang);
    const own = area.host.engine.feeOverride(customer.id);
    return {
      maker: worthAs('maker'),
      taker: worthAs('taker'),
      fees: own && { tier, maker: formatFraction(own.makerFeePpm), taker: formatFraction(own.takerFeePpm) },
      tiers: tiers.map(({ name, fromUsdt, makerPpm, takerPpm }) => ({
        name,
        from: String(fromUsdt),
        maker: formatFraction(makerPpm),
        taker: formatFraction(takerPpm),
      })),
    };
  };
}

function worthOf({ directory, valuation }: OrdersContext, traded: readonly Traded[], role: 'maker' | 'taker'): bigint {
  return traded.reduce((sum, one) => {
    const { quote } = directory.marketById(one.market);
    return sum + (valuation.usdtUnits(quote.code, one[role]) ?? 0n);
  }, 0n);
}
