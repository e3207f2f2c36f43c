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
  type MarketView,
} from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { FieldRefusal, type Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { marketRefusal } from '../market-refusal.ts';
import type { OrdersContext } from '../orders-context.ts';
import { convert, figuresOf, type Conversion } from './conversion.ts';
import { furthestTicks } from './furthest-ticks.ts';

type Side = PlaceOrder['side'];

/** The price may move so far between a quote and its order. */
const marginPpm = 1_000;
/** A screen asks again after it. */
const heldMs = 10_000;

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

export interface ConversionSource {
  readonly directory: Directory;
  readonly host: Pick<EngineHost, 'engine'>;
}

/** The all-or-nothing order that converts an amount at the engine's present book. @throws Refusal if there is none */
export function findConversion(
  { directory, host }: ConversionSource,
  { from, to, amount, owner, time }: Wanted,
): FoundConversion {
  const { view, side } = marketOf(directory, from, to);
  const refusal = (reason: Rejection) => marketRefusal({ host }, { reason, view });
  if (view.rules.state !== 'open') throw refusal('marketNotOpen');
  const most = side === 'buy' ? unitsOf(amount, view.quote.decimals) : lotsOf(amount, view);
  const found = conversionIn(host, view, { side, most, owner, time });
  if (found === 'noLiquidity') throw refusal(found);
  if (typeof found === 'string') throw refuse(found);
  const reason =
    found.lots === 0 ? 'quantityTooSmall' : host.engine.checkForm(orderOf(view, side, found, { owner, time }));
  if (reason !== null) throw refusal(reason);
  return { view, side, conversion: found };
}

/** Binds the call of quotes. */
export function quoteConversion({
  directory,
  host,
  now,
}: Pick<OrdersContext, 'directory' | 'host' | 'now'>): Handler<typeof calls.convert.quote> {
  return (input, { customer }) => quoteFor({ directory, host }, { ...input, owner: customer.id, time: now() });
}

/** Quotes a conversion from the engine's present book. @throws Refusal if there is none */
export function quoteFor(source: ConversionSource, wanted: Wanted): ConversionQuote {
  const { owner, time } = wanted;
  const found = findConversion(source, wanted);
  const feePpm = source.host.engine.feeOverride(owner)?.takerFeePpm ?? found.view.rules.takerFeePpm;
  return { ...wireOf(found, feePpm), time, expiresAt: time + heldMs };
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

interface Searched extends Placing {
  readonly side: Side;
  readonly most: number;
}

/** The customer's own orders don't fill: what stands behind one of them can't be had. */
function conversionIn(
  { engine }: ConversionSource['host'],
  view: MarketView,
  { side, most, ...placing }: Searched,
): Conversion | 'noLiquidity' | 'conversionTooLarge' | 'ownOrderInWay' {
  const { bids, asks } = engine.depth(view.id, 1);
  const [best] = side === 'buy' ? asks : bids;
  if (best === undefined) return 'noLiquidity';
  const worstTicks = furthestTicks({ engine }, view, side, best[0]);
  const { unitsPerTickLot } = view.rules;
  // No conversion takes more lots than these.
  const lots = side === 'sell' ? most : Number(BigInt(most) / (BigInt(best[0]) * BigInt(unitsPerTickLot)));
  if (lots === 0) return { priceTicks: worstTicks, lots, fills: [] };
  const taking = orderOf(view, side, { priceTicks: worstTicks, lots }, placing);
  const { fills, end } = engine.fills(taking);
  const found = convert({ side, fills, most, unitsPerTickLot, marginPpm, worstTicks });
  if (found !== null) return found;
  return end === 'ownOrder' ? 'ownOrderInWay' : 'conversionTooLarge';
}

interface Placing {
  readonly owner: number;
  readonly time: number;
}

type Sized = Pick<Conversion, 'priceTicks' | 'lots'>;

/** The order that a customer would place, for the engine's checks of its form. */
function orderOf({ id }: MarketView, side: Side, { priceTicks, lots }: Sized, placing: Placing): PlaceOrder {
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

function wireOf(
  { view, side, conversion }: FoundConversion,
  feePpm: number,
): Omit<ConversionQuote, 'time' | 'expiresAt'> {
  const { rules } = view;
  const { priceTicks, lots } = conversion;
  const { notional, pay, payMax, receive, receiveMin, fee } = figuresOf(conversion, { side, rules, feePpm });
  const [base, quote] = [
    (units: bigint) => formatBase(view, Number(units)),
    (units: bigint) => formatQuote(view, units),
  ];
  const [paid, received] = side === 'buy' ? [quote, base] : [base, quote];
  return {
    symbol: rules.symbol,
    side,
    price: formatPrice(view, priceTicks),
    quantity: formatQuantity(view, lots),
    rate: averagePrice(view, { filledLots: BigInt(lots), filledNotional: notional }) ?? averageAt(view, priceTicks),
    pay: paid(pay),
    payMax: paid(payMax),
    receive: received(receive),
    receiveMin: received(receiveMin),
    fee: received(fee),
    margin: formatFraction(marginPpm),
  };
}
