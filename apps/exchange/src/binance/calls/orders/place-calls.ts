import { after, settle } from '../../../platform/later.ts';
import { formatFraction, zero } from '../../decimals.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { flag } from '../param-types.ts';
import { withDefault } from '../params.ts';
import { tradingError } from './order-errors.ts';
import { placeParams } from './order-params.ts';
import { placedAnswer, placingOf } from './placing.ts';
import { requireAcceptable } from './require-acceptable.ts';
import type { TradingParts } from './trading-parts.ts';
import type { MarketView } from '../../../ledger/listings/market-view.ts';

/** New orders, and orders that are only checked. */
export function placeCalls(parts: TradingParts): readonly BinanceCall[] {
  const { symbols, service } = parts;
  const { trading } = service;
  const place = signedCall({
    rest: ['POST', '/api/v3/order'],
    ws: 'order.place',
    right: 'trade',
    weight: 1,
    isOrder: true,
    params: placeParams,
    handle: (input, caller, turn) => {
      const { customer, at } = caller;
      const placing = placingOf(symbols.find(input.symbol), input, caller);
      return settle(
        () => after(trading.admit(customer), (trader) => trading.place(trader, placing.command, turn)),
        (outcome) => placedAnswer(parts, placing, { outcome, at }),
        (error) => {
          throw tradingError(error, parts);
        },
      );
    },
  });
  const test = signedCall({
    rest: ['POST', '/api/v3/order/test'],
    ws: 'order.test',
    right: 'trade',
    weight: ({ computeCommissionRates }) => (computeCommissionRates ? 20 : 1),
    params: { ...placeParams, computeCommissionRates: withDefault(flag, false) },
    handle: ({ computeCommissionRates, ...input }, caller) => {
      const market = symbols.find(input.symbol);
      requireAcceptable(parts, placingOf(market, input, caller).command);
      return computeCommissionRates ? commissionsOf(parts, caller.customer.id, market.view) : {};
    },
  });
  return [place, test];
}

const none = { maker: zero, taker: zero };

/** The fee rates of a customer's order in a market. */
function commissionsOf({ host }: Pick<TradingParts, 'host'>, customer: number, { rules }: MarketView): object {
  const { makerFeePpm, takerFeePpm } = host.engine.feeOverride(customer) ?? rules;
  return {
    standardCommissionForOrder: { maker: formatFraction(makerFeePpm), taker: formatFraction(takerFeePpm) },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: zero },
  };
}
