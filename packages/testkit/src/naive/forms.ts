import type {
  Command,
  Convert,
  FeeOverride,
  FeeProtected,
  MarketLimits,
  MarketRules,
  PlaceOrder,
  PlacePair,
  SetMarketLimits,
} from '@fft/engine';
import type { Trigger } from './world.ts';

// The valid form of each field of a command, independent of the state, as tables.

type Field = (value: unknown) => boolean;
type Fields = Record<string, Field>;

const safe: Field = (value) => typeof value === 'number' && Number.isSafeInteger(value);
const atLeast =
  (least: number): Field =>
  (value) =>
    safe(value) && (value as number) >= least;
const between =
  (least: number, most: number): Field =>
  (value) =>
    atLeast(least)(value) && (value as number) <= most;
const oneOf =
  (...values: unknown[]): Field =>
  (value) =>
    values.some((one) => one === value);
const matches =
  (form: RegExp): Field =>
  (value) =>
    typeof value === 'string' && form.test(value);

const id = matches(/^[A-Za-z0-9_.:/-]{1,64}$/);
const time = atLeast(0);
const customer = atLeast(1000);
const partsPerMillion = between(0, 1_000_000);
const marketState = oneOf('open', 'cancelOnly', 'halted', 'auction');
const optional =
  (field: Field): Field =>
  (value) =>
    value === undefined || field(value);
const kind = oneOf('coin', 'fiat');

/** The terms that only some orders have. 0 is none, as if the field were absent. */
const numbers: Fields = {
  expiresAt: atLeast(0),
  stopTicks: atLeast(0),
  visibleLots: atLeast(0),
  trailTicks: atLeast(0),
  trailBps: between(0, 9999),
  activationTicks: atLeast(0),
  takeProfitTicks: atLeast(0),
  stopLossTicks: atLeast(0),
  stopLossLimitTicks: atLeast(0),
};
const place: Fields = {
  time,
  owner: customer,
  clientOrderId: id,
  market: atLeast(0),
  side: oneOf('buy', 'sell'),
  orderType: oneOf('limit', 'market'),
  timeInForce: oneOf('GTC', 'IOC', 'FOK'),
  postOnly: oneOf(true, false),
  selfTrade: oneOf('cancelNewest', 'cancelOldest', 'cancelBoth'),
  priceTicks: atLeast(0),
  quantityLots: atLeast(0),
  amount: atLeast(0),
  stopDirection: optional(oneOf('rising', 'falling')),
  otherLeg: optional(id),
  repeatMs: optional(atLeast(0)),
  endsUnfilled: optional(oneOf(true)),
  ...Object.fromEntries(Object.entries(numbers).map(([name, field]) => [name, optional(field)])),
};
const amend: Fields = { time, priceTicks: atLeast(1), quantityLots: atLeast(1) };
const deposit: Fields = {
  time,
  requestId: id,
  source: oneOf('chain', 'adjustments'),
  owner: customer,
  kind,
  asset: atLeast(0),
  amount: atLeast(1),
};
const transfer: Fields = { time, requestId: id, owner: customer, asset: atLeast(0), from: kind, amount: atLeast(1) };
const holdWithdrawal: Fields = {
  time,
  requestId: id,
  destination: oneOf('chain', 'adjustments'),
  owner: customer,
  kind,
  asset: atLeast(0),
  amount: atLeast(1),
  fee: atLeast(0),
};
const asset: Fields = { code: matches(/^[A-Z0-9]{1,10}$/), decimals: between(0, 18) };
const limits: Fields = {
  minQuantityLots: atLeast(1),
  maxQuantityLots: atLeast(1),
  minNotional: atLeast(0),
  maxNotional: atLeast(1),
  makerFeePpm: partsPerMillion,
  takerFeePpm: partsPerMillion,
  bandPpm: partsPerMillion,
  collarPpm: partsPerMillion,
  maxOpenOrders: atLeast(1),
  volatilityPpm: partsPerMillion,
  haltMs: atLeast(0),
  auctionMs: atLeast(0),
  maxFillsPerCommand: optional(between(0, 10_000)),
  maxIcebergParts: optional(atLeast(0)),
  orderRules: optional(between(0, 1)),
};
const market: Fields = {
  symbol: matches(/^[A-Z0-9]{1,10}\/[A-Z0-9]{1,10}$/),
  base: atLeast(0),
  quote: atLeast(0),
  unitsPerLot: atLeast(1),
  unitsPerTickLot: atLeast(1),
  state: marketState,
  ...limits,
  volatilityPpm: optional(partsPerMillion),
  haltMs: optional(atLeast(0)),
  auctionMs: optional(atLeast(0)),
};

function fits(fields: Fields, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Record<string, unknown>;
  return Object.entries(fields).every(([name, isRight]) => isRight(given[name]));
}

const onlyTimed = (command: Command): boolean => time(command.time);

const forms: { readonly [T in Command['type']]: (command: Extract<Command, { type: T }>) => boolean } = {
  place: (command) => fits(place, command) && fitsOrderType(command) && fitConditions(command),
  deposit: (command) => fits(deposit, command),
  transfer: (command) => fits(transfer, command),
  holdWithdrawal: (command) => fits(holdWithdrawal, command) && command.fee < command.amount,
  openAsset: (command) => time(command.time) && fits(asset, command.asset),
  openMarket: (command) => {
    return (
      time(command.time) &&
      fits(market, command.market) &&
      fitsMarket(command.market) &&
      isFair(command, command.market)
    );
  },
  setMarketState: (command) => time(command.time) && marketState(command.state),
  setMarketLimits: (command) => {
    const { limits: given } = command;
    return time(command.time) && fits(limits, given) && fitEachOther(given) && isFair(command, given);
  },
  placePair: (command) => time(command.time) && arePair(command),
  convert: (command) => time(command.time) && isConversion(command),
  amend: (command) => fits(amend, command),
  cancelAll: (command) => time(command.time) && customer(command.owner),
  armDeadMan: (command) => time(command.time) && customer(command.owner) && atLeast(0)(command.timeoutMs),
  setFees: (command) => time(command.time) && customer(command.owner) && areFees(command),
  cancel: onlyTimed,
  settleWithdrawal: onlyTimed,
  releaseWithdrawal: onlyTimed,
  tick: onlyTimed,
};

function arePair({ limit, stop, bothWait }: PlacePair): boolean {
  if (!forms.place(limit) || !forms.place(stop) || !optional(oneOf(true))(bothWait)) return false;
  const rests = limit.orderType === 'limit' && limit.timeInForce === 'GTC' && !isStop(limit) && !isBracketed(limit);
  const directions = [limit, stop].map((leg) => triggerOf(leg)?.direction ?? 'none').toSorted();
  const areOpposite = directions.join() === 'falling,rising' && limit.otherLeg === undefined;
  const isRight = bothWait === true ? areOpposite : rests;
  const isTied = isStop(stop) && stop.otherLeg === limit.clientOrderId;
  const isOneSide = limit.owner === stop.owner && limit.market === stop.market && limit.side === stop.side;
  return isRight && isTied && isOneSide && limit.clientOrderId !== stop.clientOrderId;
}

/** The second order has no size: it gives what the first brings. */
function isConversion({ first, second, leastReceived }: Convert): boolean {
  if (!atLeast(0)(leastReceived) || !isLegOfConversion(first)) return false;
  if (second === undefined) return true;
  const isUnsized = second.quantityLots === 0 && second.amount === 0;
  if (!isUnsized || !isLegOfConversion(withSize(second, 1))) return false;
  return first.owner === second.owner && first.clientOrderId !== second.clientOrderId;
}

function isLegOfConversion(order: PlaceOrder): boolean {
  const isWhole = order.orderType === 'limit' && order.timeInForce === 'FOK';
  return forms.place(order) && isWhole && !hasTerms(order) && order.repeatMs === undefined && !order.endsUnfilled;
}

/** The order with a size: quote units of a buy, lots of a sell. */
export function withSize(order: PlaceOrder, size: number): PlaceOrder {
  return order.side === 'buy' ? { ...order, amount: size } : { ...order, quantityLots: size };
}

/** True if every field is valid and the fields fit each other. */
export function isWellFormed(command: Command): boolean {
  return (forms[command.type] as (command: Command) => boolean)(command);
}

/** True if (owner, id) can name a remembered request. */
export function isKey(owner: unknown, text: unknown): boolean {
  return customer(owner) && id(text);
}

function fitsOrderType(order: Extract<Command, { type: 'place' }>): boolean {
  const given = [order.priceTicks > 0, order.quantityLots > 0, order.amount > 0].map(Number).join('');
  const isBuy = order.side === 'buy';
  if (order.orderType === 'limit') {
    if (given === '101') return isBuy && order.timeInForce === 'FOK' && !order.postOnly && !hasTerms(order);
    return given === '110' && (order.timeInForce === 'GTC' || !order.postOnly);
  }
  if (order.postOnly || order.timeInForce === 'FOK') return false;
  return given === '010' || (given === '001' && (isBuy || !hasTerms(order)));
}

type Order = Extract<Command, { type: 'place' }>;

function fitConditions(order: Order): boolean {
  const { expiresAt = 0, visibleLots = 0 } = order;
  const isWaiting = isStop(order);
  const isLimit = order.orderType === 'limit';
  const isGoodTillCancel = order.timeInForce === 'GTC';
  if (!fitsStop(order) || !fitsTrail(order) || !fitsBracket(order)) return false;
  if (expiresAt > 0 && !(isGoodTillCancel && (isLimit || isWaiting))) return false;
  return visibleLots === 0 || (isLimit && isGoodTillCancel && visibleLots <= order.quantityLots);
}

/** True if the order has any term that only some orders have. */
function hasTerms(order: Order): boolean {
  const { stopDirection, otherLeg } = order;
  const set = Object.keys(numbers).some((name) => ((order as unknown as Record<string, number>)[name] ?? 0) > 0);
  return set || stopDirection !== undefined || otherLeg !== undefined;
}
/** How the order's id and a lack of orders to trade with are treated, and what the caller calls the order. */
const besideTheBody: ReadonlySet<string> = new Set<keyof Order>([
  'repeatMs',
  'endsUnfilled',
  'listClientOrderId',
  'strategyId',
  'strategyType',
]);

/** Drops unset optional fields, and what isn't of the order's body. */
export function withoutBlanks(command: Order): Order {
  const body = Object.entries(command).filter(([name]) => !besideTheBody.has(name));
  const set = body.filter(([name, value]) => !(name in numbers) || (value ?? 0) !== 0);
  return Object.fromEntries(set) as unknown as Order;
}

/** True if the order waits out of the book before it executes. */
export function isStop(order: Order): boolean {
  return (order.stopTicks ?? 0) > 0 || isTrailing(order);
}

/** Where a stop that doesn't trail waits. */
export function triggerOf({ stopTicks = 0, stopDirection }: Order): Trigger | null {
  return stopTicks > 0 && stopDirection !== undefined ? { ticks: stopTicks, direction: stopDirection } : null;
}

export function isTrailing({ trailTicks = 0, trailBps = 0 }: Order): boolean {
  return trailTicks > 0 || trailBps > 0;
}

/** The last price, or 0, and the time. */
interface Present {
  readonly last: number;
  readonly now: number;
}

/** True if what a stop that doesn't trail waits for has happened already. */
export function hasHappened({ stopTicks = 0, stopDirection }: Order, { last }: Present): boolean {
  return stopTicks > 0 && last > 0 && (stopDirection === 'rising' ? last >= stopTicks : last <= stopTicks);
}

/** True if a waiting limit order's price can be amended. */
export const isAmendableWhileWaiting = (order: Order): boolean => order.orderType === 'limit' && !isTrailing(order);

/** The words of the state hash for these terms. */
export function conditionWords(order: Order): unknown[] {
  const { expiresAt, stopTicks, stopDirection, otherLeg, visibleLots } = order;
  const words = [expiresAt ?? 0, stopTicks ?? 0, stopDirection ?? '-', otherLeg ?? '-', visibleLots ?? 0];
  if (isBracketed(order)) return [...words, 'bracket', ...legPrices(order)];
  if (!isTrailing(order)) return words;
  return [...words, order.trailTicks ?? 0, order.trailBps ?? 0, order.activationTicks ?? 0];
}

export function legPrices({ takeProfitTicks, stopLossTicks, stopLossLimitTicks }: Order): number[] {
  return [takeProfitTicks ?? 0, stopLossTicks ?? 0, stopLossLimitTicks ?? 0];
}

/** At most one of a trigger price, a distance and a share. */
function fitsTrail({ stopTicks = 0, trailTicks = 0, trailBps = 0, activationTicks = 0 }: Order): boolean {
  const given = [stopTicks, trailTicks, trailBps].filter((value) => value > 0).length;
  return given <= 1 && (activationTicks === 0 || trailTicks + trailBps > 0);
}

/** True if the engine protects what the order receives. */
export function isBracketed({ takeProfitTicks = 0, stopLossTicks = 0 }: Order): boolean {
  return takeProfitTicks + stopLossTicks > 0;
}

/** A buy's prices rise from the stop-loss over its own to the take-profit; a sell's fall. */
function fitsBracket(order: Order): boolean {
  const { takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0, side, priceTicks, visibleLots = 0 } = order;
  if (!isBracketed(order)) return stopLossLimitTicks === 0;
  if (isStop(order) || visibleLots > 0) return false;
  if (stopLossLimitTicks > 0 && stopLossTicks === 0) return false;
  if (side === 'sell' && stopLossTicks > 0 && stopLossLimitTicks === 0) return false;
  const pairs = [
    [stopLossTicks, priceTicks],
    [stopLossTicks, takeProfitTicks],
    [priceTicks, takeProfitTicks],
  ] as const;
  return pairs.every(([one, other]) => one === 0 || other === 0 || (side === 'buy' ? one < other : one > other));
}

function fitsStop(order: Order): boolean {
  const { stopTicks = 0, stopDirection, otherLeg } = order;
  if (!isStop(order)) return stopDirection === undefined && otherLeg === undefined;
  const isDirected = stopTicks > 0 === (stopDirection !== undefined);
  return isDirected && !order.postOnly;
}

/** True for a stop that buys a quantity at the market's price. */
export function buysQuantityAtMarket(order: Order): boolean {
  return isStop(order) && order.orderType === 'market' && order.side === 'buy' && order.amount === 0;
}

/** True for the orders that only markets with `orderRules` have. */
export function needsOrderRules(order: Order): boolean {
  if (order.amount > 0 && (order.orderType === 'limit' || order.side === 'sell')) return true;
  return isStop(order) && (buysQuantityAtMarket(order) || order.timeInForce === 'FOK' || (order.visibleLots ?? 0) > 0);
}

function areFees(command: Extract<Command, { type: 'setFees' }>): boolean {
  const { makerFeePpm, takerFeePpm } = command;
  const isReset = makerFeePpm === -1 && takerFeePpm === -1;
  return (isReset || (partsPerMillion(makerFeePpm) && partsPerMillion(takerFeePpm))) && isFair(command, command);
}

/** At most 10 %, unless the command is of an older journal. */
function isFair({ feeProtection }: FeeProtected, { makerFeePpm, takerFeePpm }: FeeOverride): boolean {
  const given: unknown = feeProtection;
  if (given === undefined) return true;
  return given === true && makerFeePpm <= 100_000 && takerFeePpm <= 100_000;
}

function fitsMarket(rules: MarketRules): boolean {
  return rules.base !== rules.quote && isMaxQuantitySafe(rules) && fitEachOther(rules);
}

/** True if the maximum quantity is a safe integer in base units. */
export function isMaxQuantitySafe({ maxQuantityLots, unitsPerLot }: MarketRules): boolean {
  return BigInt(maxQuantityLots) * BigInt(unitsPerLot) <= BigInt(Number.MAX_SAFE_INTEGER);
}

function fitEachOther(rules: MarketRules | MarketLimits): boolean {
  return (
    rules.minQuantityLots <= rules.maxQuantityLots &&
    rules.minNotional <= rules.maxNotional &&
    ((rules.volatilityPpm ?? 0) === 0 || ((rules.haltMs ?? 0) > 0 && (rules.auctionMs ?? 0) > 0))
  );
}

/** The command's limits, without any other fields. */
export function givenLimits(command: SetMarketLimits): Partial<MarketLimits> {
  const given = Object.entries(command.limits).filter(([name, value]) => name in limits && value !== undefined);
  return { maxFillsPerCommand: 0, maxIcebergParts: 0, orderRules: 0, ...Object.fromEntries(given) };
}
