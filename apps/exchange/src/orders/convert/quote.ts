import type { calls, ConversionQuote } from '@fft/contract';
import {
  averageAt,
  averagePrice,
  formatBase,
  formatFraction,
  formatPrice,
  formatQuote,
} from '../../ledger/listings/market-view.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { OrdersContext } from '../orders-context.ts';
import {
  type ConversionLeg,
  type ConversionSource,
  findConversion,
  marginPpm,
  type Wanted,
} from './find-conversion.ts';

/** A screen asks again after it. */
const heldMs = 10_000;

/** Binds the call of quotes. */
export function quoteConversion({
  directory,
  host,
  now,
}: Pick<OrdersContext, 'directory' | 'host' | 'now'>): Handler<typeof calls.convert.quote> {
  return (input, { customer }) => quoteFor({ directory, host }, { ...input, owner: customer.id, time: now() });
}

/** Quotes a conversion from the engine's present books. @throws Refusal if there is none */
export function quoteFor(source: ConversionSource, wanted: Wanted): ConversionQuote {
  const { from, to, time } = wanted;
  const { legs, receiveMin } = findConversion(source, wanted);
  const wires = legs.map(legWire);
  const [first, last] = [wires[0], wires.at(-1)];
  const lastLeg = legs.at(-1);
  if (first === undefined || last === undefined || lastLeg === undefined) throw new Error('a conversion has an order');
  return {
    from,
    to,
    legs: wires,
    pay: first.pay,
    receive: last.receive,
    receiveMin: receivedBy(lastLeg, receiveMin),
    margin: formatFraction(marginPpm),
    time,
    expiresAt: time + heldMs,
  };
}

function legWire(leg: ConversionLeg): ConversionQuote['legs'][number] {
  const { view, side, priceTicks, lots, notional, pay, receive, fee } = leg;
  const { base, quote, rules } = view;
  return {
    symbol: rules.symbol,
    side,
    price: formatPrice(view, priceTicks),
    rate: averagePrice(view, { filledLots: lots, filledNotional: notional }) ?? averageAt(view, priceTicks),
    pay: side === 'buy' ? formatQuote(view, pay) : formatBase(view, pay),
    receive: receivedBy(leg, receive),
    fee: receivedBy(leg, fee),
    feeCoin: side === 'buy' ? base.code : quote.code,
  };
}

function receivedBy({ view, side }: ConversionLeg, units: number): string {
  return side === 'buy' ? formatBase(view, units) : formatQuote(view, units);
}
