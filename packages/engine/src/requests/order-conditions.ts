/**
 * The terms that only some orders have: what a command may say, which forms are valid, and what follows from them. Commands come from a
 * journal, so their static types are not to be trusted.
 */
export interface ConditionTerms {
  /** Good till date: the order is cancelled at this time. Requires a GTC order that can rest or wait. 0 or absent: never. */
  readonly expiresAt?: number;
  /** Trigger price; requires `stopDirection`. 0 or absent: no stop. */
  readonly stopTicks?: number;
  /** Direction in which the last price must reach the trigger price. */
  readonly stopDirection?: 'rising' | 'falling';
  /**
   * A trailing stop: its trigger price stays this many ticks (`trailTicks`) or basis points (`trailBps`, 1 to 9,999, rounded down to whole
   * ticks but at least one) from the best price since it began: below the highest for a sell, above the lowest for a buy. It has neither
   * `stopTicks` nor `stopDirection`. The price of a limit order is its price while the trigger is where it begins; both move together. 0 or
   * absent: no trailing stop.
   */
  readonly trailTicks?: number;
  readonly trailBps?: number;
  /** The trailing stop begins once the price has risen (sell) or fallen (buy) to this; 0 or absent: from the last price. */
  readonly activationTicks?: number;
  /**
   * One cancels the other: the client id of the owner's resting limit order, same market and side, that this stop replaces. The stop is
   * cancelled when that order trades or ends, and that order when the stop triggers. The stop freezes only what it needs beyond that order.
   */
  readonly otherLeg?: string;
  /**
   * Iceberg: the book shows this many lots of a GTC limit order at a time, within the market's maximum number of parts. Each new part queues
   * behind the others. 0 or absent: everything.
   */
  readonly visibleLots?: number;
  /**
   * A bracket: the take-profit price and the trigger price of the stop-loss that the engine places for what the order receives, on the other
   * side, as an ordinary limit order and a stop that replaces it. A buy's take-profit is above its price and its stop-loss below; a sell's the
   * other way round. Stops and icebergs have none. 0 or absent: no such leg.
   */
  readonly takeProfitTicks?: number;
  readonly stopLossTicks?: number;
  /** The limit price of the stop-loss; 0 or absent: at the market's price. A sell's stop-loss needs one, as it buys with what the sell brought. */
  readonly stopLossLimitTicks?: number;
}

/** An order with what its conditions must fit: its choices, price and size. */
interface ConditionalOrder extends ConditionTerms {
  readonly side: 'buy' | 'sell';
  readonly orderType: 'limit' | 'market';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly amount: number;
}

/** No term that is a number: 0 is none. */
const noNumbers = {
  expiresAt: 0,
  stopTicks: 0,
  trailTicks: 0,
  trailBps: 0,
  activationTicks: 0,
  visibleLots: 0,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  stopLossLimitTicks: 0,
};
type NumberTerm = keyof typeof noNumbers;
// `Object.keys` gives the names of the literal above.
const numberTerms = Object.keys(noNumbers) as readonly NumberTerm[];

/** An order's conditions, without blanks. */
export interface OrderConditions extends Readonly<Record<NumberTerm, number>> {
  readonly isRising: boolean;
  /** Empty: none. */
  readonly otherLeg: string;
}

/** The conditions of an open order and their progress. */
export interface ConditionState extends OrderConditions {
  /** The hidden lots of an open iceberg. */
  hiddenLots: number;
  /** The limit price of a stop that was amended while it waited, or 0. */
  amendedTicks: number;
  /** The hold of a waiting stop. */
  held: number;
  /** The order that is cancelled when this one trades, or `none`. */
  legOrder: number;
  /** The distance of a trailing stop's limit price from its trigger, as placed. */
  limitOffset: number;
}

export const noConditions: OrderConditions = { ...noNumbers, isRising: false, otherLeg: '' };

/** True for an order whose fills the engine protects. */
export function hasBracket({ takeProfitTicks = 0, stopLossTicks = 0 }: ConditionTerms): boolean {
  return takeProfitTicks > 0 || stopLossTicks > 0;
}

/** True for a stop whose trigger price follows the market. */
export function isTrailing({ trailTicks = 0, trailBps = 0 }: ConditionTerms): boolean {
  return trailTicks > 0 || trailBps > 0;
}

/** True if the order waits out of the book before it executes. */
export function isStop(terms: ConditionTerms): boolean {
  const { stopTicks = 0 } = terms;
  return stopTicks > 0 || isTrailing(terms);
}

/** The price at which a stop that doesn't trail waits among the stops. */
export function triggerOf({ stopTicks }: OrderConditions): number {
  return stopTicks;
}

/** True if a stop that doesn't trail may wait at this price. */
export function mayWaitAt(conditions: OrderConditions, ticks: number): boolean {
  return ticks === triggerOf(conditions);
}

/** The present, as far as stops wait for something. */
interface Present {
  /** 0 before the first trade. */
  readonly lastPriceTicks: number;
  readonly time: number;
}

/** True if what a stop that doesn't trail waits for has happened already. */
export function hasHappened({ stopTicks, isRising }: OrderConditions, { lastPriceTicks }: Present): boolean {
  return lastPriceTicks > 0 && (isRising ? lastPriceTicks >= stopTicks : lastPriceTicks <= stopTicks);
}

/** True if a waiting limit order's price can be amended. */
export function isAmendableWhileWaiting(conditions: OrderConditions): boolean {
  return !isTrailing(conditions);
}

/** The first time at which the engine acts on an open order of its own accord; 0: never. */
export function firstTimeOf({ expiresAt }: OrderConditions): number {
  return expiresAt;
}

/** The times that the timer of an open order may have: Infinity for none. */
export function timesOf({ expiresAt }: OrderConditions): readonly number[] {
  return [expiresAt || Infinity];
}

/** Returns {@link noConditions} for a plain order. */
export function conditionsOf(command: ConditionTerms): OrderConditions {
  if (!hasConditions(command)) return noConditions;
  const numbers = { ...noNumbers };
  for (const name of numberTerms) numbers[name] = command[name] ?? 0;
  return { ...numbers, isRising: command.stopDirection === 'rising', otherLeg: command.otherLeg ?? '' };
}

/** True for a well-formed order with conditions. */
export function hasConditions(command: ConditionTerms): boolean {
  const { expiresAt = 0, stopTicks = 0, visibleLots = 0, trailTicks = 0, trailBps = 0 } = command;
  const { takeProfitTicks = 0, stopLossTicks = 0 } = command;
  return expiresAt + stopTicks + visibleLots + trailTicks + trailBps + takeProfitTicks + stopLossTicks > 0;
}

export function copyConditions(conditions: OrderConditions): OrderConditions {
  const numbers = { ...noNumbers };
  for (const name of numberTerms) numbers[name] = conditions[name];
  return { ...numbers, isRising: conditions.isRising, otherLeg: conditions.otherLeg };
}

export function areSameConditions(one: OrderConditions, other: OrderConditions): boolean {
  if (one.isRising !== other.isRising || one.otherLeg !== other.otherLeg) return false;
  return numberTerms.every((name) => one[name] === other[name]);
}

/** The command fields of the conditions that are set. */
export function conditionFields(conditions: OrderConditions): ConditionTerms {
  const { stopTicks, isRising, otherLeg } = conditions;
  const numbers: Partial<Record<NumberTerm, number>> = {};
  for (const name of numberTerms) if (conditions[name] > 0) numbers[name] = conditions[name];
  return {
    ...numbers,
    ...(stopTicks > 0 && { stopDirection: isRising ? 'rising' : 'falling' }),
    ...(otherLeg !== '' && { otherLeg }),
  };
}

/**
 * The conditions in the state hash: `<expiresAt> <stopTicks> <stopDirection or -> <otherLeg or -> <visibleLots>`; of trailing stops also
 * ` <trailTicks> <trailBps> <activationTicks>`; of orders with a bracket also
 * ` bracket <takeProfitTicks> <stopLossTicks> <stopLossLimitTicks>`.
 */
export function conditionsLine(conditions: OrderConditions): string {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots, trailTicks, trailBps, activationTicks } = conditions;
  const direction = stopTicks === 0 ? '-' : isRising ? 'rising' : 'falling';
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  const trail = isTrailing(conditions) ? ` ${trailTicks} ${trailBps} ${activationTicks}` : '';
  const legs = hasBracket(conditions) ? ` bracket ${takeProfitTicks} ${stopLossTicks} ${stopLossLimitTicks}` : '';
  return `${expiresAt} ${stopTicks} ${direction} ${otherLeg === '' ? '-' : otherLeg} ${visibleLots}${trail}${legs}`;
}

const idForm = /^[A-Za-z0-9_.:/-]{1,64}$/;

/** The longest distance of a trail, in basis points: less than the price. */
const maxTrailBps = 10_000;

/** True if the conditions are absent, or valid and consistent with the order's choices and each other. */
export function areValidConditions(command: ConditionalOrder): boolean {
  const { expiresAt, stopTicks, stopDirection, otherLeg, visibleLots, trailTicks, trailBps } = command;
  if (!isValidBracket(command)) return false;
  const isPlain = expiresAt === undefined && stopTicks === undefined && visibleLots === undefined;
  if (isPlain && trailTicks === undefined && trailBps === undefined) {
    return stopDirection === undefined && otherLeg === undefined && command.activationTicks === undefined;
  }
  const areCounts = numberTerms.every((name) => command[name] === undefined || isCount(command[name]));
  return (
    areCounts && isValidTrail(command) && isValidExpiry(command) && isValidStop(command) && isValidIceberg(command)
  );
}

/** A safe integer from 0. */
function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A trail has one distance and no fixed trigger price; only a trail is activated. */
function isValidTrail(command: ConditionalOrder): boolean {
  const { trailTicks = 0, trailBps = 0, activationTicks = 0, stopTicks = 0 } = command;
  if (!isTrailing(command)) return activationTicks === 0;
  return (trailTicks === 0 || trailBps === 0) && trailBps < maxTrailBps && stopTicks === 0;
}

function isValidExpiry(command: ConditionalOrder): boolean {
  const { expiresAt = 0, orderType, timeInForce } = command;
  return expiresAt === 0 || (timeInForce === 'GTC' && (orderType === 'limit' || isStop(command)));
}

function isValidStop(command: ConditionalOrder): boolean {
  const { stopTicks = 0, stopDirection, otherLeg } = command;
  if (!isStop(command)) return stopDirection === undefined && otherLeg === undefined;
  if (stopTicks === 0 ? stopDirection !== undefined : stopDirection !== 'rising' && stopDirection !== 'falling') {
    return false;
  }
  if (otherLeg !== undefined && !(typeof otherLeg === 'string' && idForm.test(otherLeg))) return false;
  return !command.postOnly;
}

function isValidIceberg(command: ConditionalOrder): boolean {
  const { visibleLots = 0, orderType, timeInForce, quantityLots } = command;
  if (visibleLots === 0) return true;
  return orderType === 'limit' && timeInForce === 'GTC' && visibleLots <= quantityLots;
}

/** The legs' prices are absent, or fit the order. */
function isValidBracket(command: ConditionalOrder): boolean {
  const { takeProfitTicks: profit = 0, stopLossTicks: loss = 0, stopLossLimitTicks: limit = 0 } = command;
  if (profit === 0 && loss === 0) return limit === 0;
  if (![profit, loss, limit].every(isCount)) return false;
  if (isStop(command) || (command.visibleLots ?? 0) > 0 || (limit > 0 && loss === 0)) return false;
  return (command.side === 'buy' || loss === 0 || limit > 0) && areOrdered(command, [loss, command.priceTicks, profit]);
}

/** The legs are on the right sides of the order's price and of each other: a buy's prices rise. */
function areOrdered({ side }: ConditionalOrder, all: readonly number[]): boolean {
  const isBuy = side === 'buy';
  const prices = all.filter((ticks) => ticks > 0);
  return prices.every((ticks, index) => index === 0 || isBelow(prices[index - 1] ?? 0, ticks, isBuy));
}

function isBelow(one: number, other: number, isBuy: boolean): boolean {
  return isBuy ? one < other : one > other;
}
