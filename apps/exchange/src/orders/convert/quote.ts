import { randomUUID } from 'node:crypto';
import type { calls, ConversionQuote } from '@fft/contract';
import type { PlaceOrder, Rejection } from '@fft/engine';
import { parseDecimal } from '@fft/decimal';
import type { Directory } from '../../ledger/listings/directory.ts';
import {
  averageAt,
  averagePrice,
  formatBase,
  formatFraction,
  formatPrice,
  formatQuantity,
  formatQuote,
  notionalUnits,
  type MarketView,
} from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { FieldRefusal, type Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { marketRefusal } from '../market-refusal.ts';
import type { OrdersContext } from '../orders-context.ts';
import { convert, feeOn, type Conversion } from './conversion.ts';
import { furthestTicks } from './furthest-ticks.ts';

type Side = PlaceOrder['side'];

/** The price may move so far between a quote and its order. */
const marginPpm = 1_000;
/** A screen asks again after it. */
const heldMs = 10_000;
/** Price levels that a conversion may take. */
const maxLevels = 1_000;

export interface Wanted {
  readonly from: string;
  readonly to: string;
  /** In the coin given. */
  readonly amount: string;
  readonly owner: number;
  readonly time: number;
}

export interface FoundConversion {
  readonly view: MarketView;
  readonly side: Side;
  readonly conversion: Conversion;
}

/** The all-or-nothing order that converts an amount at the engine's present book. @throws Refusal if there is none */
export function findConversion(
  { directory, host }: Pick<OrdersContext, 'directory' | 'host'>,
  { from, to, amount, owner, time }: Wanted,
): FoundConversion {
  const { view, side } = marketOf(directory, from, to);
  const refusal = (reason: Rejection) => marketRefusal({ host }, { reason, view });
  if (view.rules.state !== 'open') throw refusal('marketNotOpen');
  const most = side === 'buy' ? unitsOf(amount, view.quote.decimals) : lotsOf(amount, view);
  const found = conversionIn(host, view, side, most);
  if (found === 'empty') throw refusal('noLiquidity');
  if (found === null) throw refuse('conversionTooLarge');
  const reason =
    found.lots === 0 ? 'quantityTooSmall' : host.engine.checkForm(orderOf(view, side, found, { owner, time }));
  if (reason !== null) throw refusal(reason);
  return { view, side, conversion: found };
}

/** Quotes a conversion from the engine's present book. */
export function quoteConversion({
  directory,
  host,
  now,
}: Pick<OrdersContext, 'directory' | 'host' | 'now'>): Handler<typeof calls.convert.quote> {
  return (input, { customer }) => {
    const time = now();
    const { view, side, conversion } = findConversion({ directory, host }, { ...input, owner: customer.id, time });
    const takerFeePpm = host.engine.feeOverride(customer.id)?.takerFeePpm ?? view.rules.takerFeePpm;
    return { ...figuresOf(view, side, conversion, takerFeePpm), time, expiresAt: time + heldMs };
  };
}

/** @throws Refusal `notFound` if no market trades one coin for the other */
export function marketOf(
  directory: Directory,
  from: string,
  to: string,
): { readonly view: MarketView; readonly side: Side } {
  const [bought, sold] = [directory.market(`${to}/${from}`), directory.market(`${from}/${to}`)];
  if (bought) return { view: bought, side: 'buy' };
  if (sold) return { view: sold, side: 'sell' };
  throw refuse('unknownMarket');
}

/** @throws Refusal or FieldRefusal if no conversion of this amount can ever be, whatever the book holds */
export function checkAmount(directory: Directory, { from, to, amount }: Pick<Wanted, 'from' | 'to' | 'amount'>): void {
  const { view, side } = marketOf(directory, from, to);
  const { minNotional, minQuantityLots, maxNotional, maxQuantityLots } = view.rules;
  const isBuy = side === 'buy';
  const most = isBuy ? unitsOf(amount, view.quote.decimals) : lotsOf(amount, view);
  const [min, max] = isBuy ? [minNotional, maxNotional] : [Math.max(1, minQuantityLots), maxQuantityLots];
  const show = (units: number): string => (isBuy ? formatQuote(view, units) : formatQuantity(view, units));
  if (most < min) throw tooSmall(isBuy ? 'notionalTooSmall' : 'quantityTooSmall', show(min));
  if (most > max) {
    const values = { max: show(max) };
    throw refuse('notionalTooLarge', { values, data: { ...values, field: 'amount' } });
  }
}

function tooSmall(key: 'notionalTooSmall' | 'quantityTooSmall', min: string): Refusal {
  return refuse(key, { values: { min }, data: { min, field: 'amount' } });
}

function unitsOf(amount: string, decimals: number): number {
  const parsed = parseDecimal(amount, decimals);
  if (!parsed.ok) throw new FieldRefusal({ amount: 'amount' });
  return parsed.units;
}

/** What is less than a lot is not sold. */
function lotsOf(amount: string, { base, rules }: MarketView): number {
  return Math.floor(unitsOf(amount, base.decimals) / rules.unitsPerLot);
}

function conversionIn(host: EngineHost, view: MarketView, side: Side, most: number): Conversion | null | 'empty' {
  const { bids, asks } = host.engine.depth(view.id, maxLevels);
  const levels = side === 'buy' ? asks : bids;
  if (levels[0] === undefined) return 'empty';
  const worstTicks = furthestTicks(host, view, side, levels[0][0]);
  return convert({ side, levels, most, unitsPerTickLot: view.rules.unitsPerTickLot, marginPpm, worstTicks });
}

interface Placing {
  readonly owner: number;
  readonly time: number;
}

/** The order that a customer would place, for the engine's checks of its form. */
function orderOf({ id }: MarketView, side: Side, { priceTicks, lots }: Conversion, placing: Placing): PlaceOrder {
  return {
    ...placing,
    type: 'place',
    clientOrderId: randomUUID(),
    market: id,
    side,
    orderType: 'limit',
    timeInForce: 'FOK',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks,
    quantityLots: lots,
    amount: 0,
  };
}

function figuresOf(
  view: MarketView,
  side: Side,
  { priceTicks, lots, notional }: Conversion,
  takerFeePpm: number,
): Omit<ConversionQuote, 'time' | 'expiresAt'> {
  const { rules } = view;
  const atLimit = BigInt(notionalUnits(view, priceTicks, lots));
  const quantity = formatQuantity(view, lots);
  const net = (received: bigint): bigint => received - feeOn(received, takerFeePpm);
  const base = BigInt(lots * rules.unitsPerLot);
  const received = side === 'buy' ? base : notional;
  const format = (units: bigint): string =>
    side === 'buy' ? formatBase(view, Number(units)) : formatQuote(view, units);
  return {
    symbol: rules.symbol,
    side,
    price: formatPrice(view, priceTicks),
    quantity,
    rate: averagePrice(view, { filledLots: BigInt(lots), filledNotional: notional }) ?? averageAt(view, priceTicks),
    pay: side === 'buy' ? formatQuote(view, notional) : formatBase(view, Number(base)),
    payMax: side === 'buy' ? formatQuote(view, atLimit) : formatBase(view, Number(base)),
    receive: format(net(received)),
    receiveMin: format(net(side === 'buy' ? base : atLimit)),
    fee: format(feeOn(received, takerFeePpm)),
    margin: formatFraction(marginPpm),
  };
}
