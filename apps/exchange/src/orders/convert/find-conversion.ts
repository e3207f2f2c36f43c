import { multiplyDivideDown, parseDecimal } from '@fft/decimal';
import type { Convert, PlaceOrder, Rejection } from '@fft/engine';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatBase, formatQuote } from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Untimed } from '../../ledger/untimed.ts';
import { FieldRefusal, Refusal } from '../../refusals/refusal.ts';
import { marketRefusal } from '../market-refusal.ts';
import { refuse } from '../refusals.ts';
import { type Figures, figuresOf, limitOf, million } from './figures.ts';
import { furthestTicks } from './furthest-ticks.ts';
import { type Route, type RouteStep, routesOf } from './routes.ts';

/** What a conversion brings may fall so far below its quote. */
export const marginPpm = 1_000;

export interface ConversionSource {
  readonly directory: Directory;
  readonly host: Pick<EngineHost, 'engine'>;
}

export interface Wanted {
  readonly from: string;
  readonly to: string;
  /** In the coin given. */
  readonly amount: string;
  readonly owner: number;
  readonly time: number;
}

/** One order of a conversion, and what it makes as the book stands. */
export interface ConversionLeg extends RouteStep, Figures {
  readonly priceTicks: number;
  /** Lots of a sell, quote units of a buy. */
  readonly size: number;
}

export interface FoundConversion {
  readonly legs: readonly ConversionLeg[];
  /** Units of the last coin, after all fees: as the books stand, and what the conversion must bring. */
  readonly receive: number;
  readonly receiveMin: number;
}

/** The conversion of an amount at the engine's present books: over one market if it can be, else over the two that bring most. @throws Refusal if there is none, FieldRefusal if the amount has too many places */
export function findConversion(source: ConversionSource, wanted: Wanted): FoundConversion {
  const { directory } = source;
  const routes = routesOf(directory, wanted.from, wanted.to);
  const units = unitsOf(directory, wanted.from, wanted.amount);
  const found = routes.map((route) => convertOver(source, route, { ...wanted, units }));
  const [best] = found
    .filter(isFound)
    .toSorted((one, other) => one.legs.length - other.legs.length || other.receive - one.receive);
  if (best !== undefined) return best;
  // Where a market can't be used at all, what another one lacks says more.
  const refusals = found.filter((one) => one instanceof Refusal);
  throw refusals.find(({ name }) => !unusable.has(name)) ?? refusals[0] ?? refuse('unknownMarket');
}

/** The command that converts as found. Its orders have these ids. */
export function conversionCommand(
  { legs, receiveMin }: FoundConversion,
  { owner, ids }: { readonly owner: number; readonly ids: readonly [string, string] },
): Untimed<Convert> {
  const [first, second] = legs.map((leg, index) => orderOf(leg, { owner, clientOrderId: ids[index] ?? '', time: 0 }));
  if (first === undefined) throw new Error('a conversion has an order');
  // The engine sets the second one's size: what the first brings.
  const further = second === undefined ? {} : { second: { ...second, quantityLots: 0, amount: 0 } };
  return { type: 'convert', first, ...further, leastReceived: receiveMin };
}

/** @throws Refusal or FieldRefusal if no conversion of this amount can ever be, whatever the books hold */
export function checkAmount(directory: Directory, { from, to, amount }: Pick<Wanted, 'from' | 'to' | 'amount'>): void {
  const [[first] = []] = routesOf(directory, from, to);
  if (first === undefined) throw refuse('unknownMarket');
  const { view, side } = first;
  const { minNotional, minQuantityLots, maxNotional, maxQuantityLots, unitsPerLot } = view.rules;
  const isBuy = side === 'buy';
  const units = unitsOf(directory, from, amount);
  const [min, max] = isBuy
    ? [minNotional, maxNotional]
    : [Math.max(1, minQuantityLots) * unitsPerLot, maxQuantityLots * unitsPerLot];
  const show = (of: number): string => (isBuy ? formatQuote(view, of) : formatBase(view, of));
  if (units < min) {
    const values = { min: show(min) };
    throw refuse(isBuy ? 'notionalTooSmall' : 'quantityTooSmall', { values, data: { ...values, field: 'amount' } });
  }
  if (units > max) {
    const values = { max: show(max) };
    throw refuse('notionalTooLarge', { values, data: { ...values, field: 'amount' } });
  }
}

/** Units of an amount of a coin. @throws FieldRefusal if it has too many places */
export function unitsOf(directory: Directory, coin: string, amount: string, field = 'amount'): number {
  const asset = directory.assetId(coin);
  if (asset === null) throw refuse('unknownMarket');
  const parsed = parseDecimal(amount, directory.asset(asset).decimals);
  if (!parsed.ok) throw new FieldRefusal({ [field]: 'amount' });
  return parsed.units;
}

/** Names of refusals. */
const unusable: ReadonlySet<string> = new Set<Rejection>(['noLiquidity', 'marketNotOpen']);

const isFound = (one: FoundConversion | Refusal): one is FoundConversion => !(one instanceof Refusal);

interface Placing {
  readonly owner: number;
  readonly time: number;
}

function convertOver(
  source: ConversionSource,
  route: Route,
  { units, ...placing }: Placing & { readonly units: number },
): FoundConversion | Refusal {
  const legs: ConversionLeg[] = [];
  let receive = units;
  for (const step of route) {
    const leg = legOf(source, step, { ...placing, units: receive });
    if (leg instanceof Refusal) return leg;
    if (typeof leg === 'string') {
      // The limits of a further market are of a coin that the customer doesn't name.
      return legs.length > 0 && isTooSmall(leg)
        ? refuse('conversionTooSmall')
        : marketRefusal(source, { reason: leg, view: step.view });
    }
    legs.push(leg);
    ({ receive } = leg);
  }
  return { legs, receive, receiveMin: receive - multiplyDivideDown(receive, marginPpm, million) };
}

const isTooSmall = (reason: Rejection): boolean => reason === 'quantityTooSmall' || reason === 'notionalTooSmall';

/** The order that gives all of these units, or why there is none. The customer's own orders don't fill: what stands behind one of them can't be had. */
function legOf(
  { host: { engine } }: ConversionSource,
  step: RouteStep,
  { units, ...placing }: Placing & { readonly units: number },
): ConversionLeg | Rejection | Refusal {
  const { view, side } = step;
  const { rules } = view;
  if (rules.state !== 'open') return 'marketNotOpen';
  const size = side === 'buy' ? units : Math.floor(units / rules.unitsPerLot);
  if (size === 0) return 'quantityTooSmall';
  const { bids, asks } = engine.depth(view.id, 1);
  const [best] = side === 'buy' ? asks : bids;
  if (best === undefined) return 'noLiquidity';
  const worstTicks = furthestTicks({ engine }, view, side, best[0]);
  const order = orderOf({ ...step, priceTicks: worstTicks, size }, { ...placing, clientOrderId: 'asked' });
  const reason = engine.checkForm(order);
  if (reason !== null && isTooSmall(reason)) return reason;
  const { fills, end } = engine.fills(order);
  const last = fills.at(-1);
  if (end === 'ownOrder') return refuse('ownOrderInWay');
  if (end !== null || last === undefined) {
    const isBelowLot = side === 'buy' && size < best[0] * rules.unitsPerTickLot;
    return isBelowLot ? 'quantityTooSmall' : refuse('conversionTooLarge');
  }
  if (reason !== null) return reason;
  const feePpm = engine.feeOverride(placing.owner)?.takerFeePpm ?? rules.takerFeePpm;
  const priceTicks = limitOf(last[0], { side, marginPpm, worstTicks });
  return { view, side, priceTicks, size, ...figuresOf(fills, { side, rules, feePpm }) };
}

type Sized = Pick<ConversionLeg, 'view' | 'side' | 'priceTicks' | 'size'>;

/** An all-or-nothing limit order. */
function orderOf(
  { view, side, priceTicks, size }: Sized,
  placing: Placing & Pick<PlaceOrder, 'clientOrderId'>,
): PlaceOrder {
  return {
    ...placing,
    type: 'place',
    market: view.id,
    side,
    orderType: 'limit',
    timeInForce: 'FOK',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks,
    quantityLots: side === 'sell' ? size : 0,
    amount: side === 'buy' ? size : 0,
  };
}
