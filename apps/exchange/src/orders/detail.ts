import type { calls } from '@fft/contract';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import { formatBase, formatFraction, formatQuote } from '../ledger/listings/market-view.ts';
import { tradeWire } from '../markets/tickers/wire.ts';
import type { OrdersContext } from './orders-context.ts';

/** The trade page's data of one market. */
export function marketDetail({ board, directory, feed, host }: OrdersContext): Handler<typeof calls.trade.detail> {
  return ({ symbol }, { customer }) => {
    const view = directory.market(symbol);
    if (!view) throw refuse('unknownMarket');
    const { rules } = view;
    const own = customer && host.engine.feeOverride(customer.id);
    const available = (asset: number) => (customer ? host.engine.balance(customer.id, 'coin', asset).available : 0);
    return {
      market: directory.wire(view),
      ticker: feed.ticker(view),
      usable: customer && {
        base: formatBase(view, available(rules.base)),
        quote: formatQuote(view, available(rules.quote)),
      },
      fees: {
        maker: formatFraction(own?.makerFeePpm ?? rules.makerFeePpm),
        taker: formatFraction(own?.takerFeePpm ?? rules.takerFeePpm),
      },
      trades: board.trades(view.id).map((fill) => tradeWire(view, fill)),
    };
  };
}

/** Every market by tab; tabs are in the order in which their first markets were listed. */
export function coinMenu({ directory, feed }: OrdersContext): Handler<typeof calls.trade.marketGroups> {
  return () => {
    const groups = Map.groupBy(directory.markets(), (view) => directory.group(view));
    return [...groups].map(([group, views]) => ({ group, items: views.map((view) => feed.ticker(view)) }));
  };
}
