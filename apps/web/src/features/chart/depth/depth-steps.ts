const headroom = 1.08;
/** Width of a depth chart with one level, as a share of its price. */
const minReach = 0.01;

/** Levels, best price first, each `[price, quantity]` as on the wire. */
type Levels = readonly (readonly [string, string])[];

export interface DepthStep {
  readonly price: number;
  /** Cumulative quantity from the middle to this price. */
  readonly total: number;
}

export interface DepthPicture {
  readonly middle: number;
  readonly lowest: number;
  readonly highest: number;
  /** Quantity at the chart's full height. */
  readonly most: number;
  /** Best price first. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
}

function steps(levels: Levels): readonly DepthStep[] {
  let total = 0;
  return levels.map(([price, quantity]) => {
    total += Number(quantity);
    return { price: Number(price), total };
  });
}

const priceOf = (level: Levels[number] | undefined): number | null => (level === undefined ? null : Number(level[0]));

/**
 * Returns the book as two staircases. Both are as wide as the narrower side, so that one distant order doesn't squeeze the rest.
 * If one side is empty, the middle is the other side's best price. Returns null if both sides are empty.
 * Floats are precise enough for a drawing.
 */
export function depthPicture(bids: Levels, asks: Levels): DepthPicture | null {
  const [bid, ask] = [priceOf(bids[0]), priceOf(asks[0])];
  const [bestBid, bestAsk] = [bid ?? ask, ask ?? bid];
  if (bestBid === null || bestAsk === null) return null;
  const middle = (bestBid + bestAsk) / 2;
  // No price is below zero.
  const nearer = Math.min(middle - (priceOf(bids.at(-1)) ?? 0), (priceOf(asks.at(-1)) ?? Infinity) - middle);
  const reach = Math.max(nearer, (bestAsk - bestBid) / 2) || middle * minReach;
  const [lowest, highest] = [middle - reach, middle + reach];
  const shownBids = steps(bids).filter(({ price }) => price >= lowest);
  const shownAsks = steps(asks).filter(({ price }) => price <= highest);
  // Leaves a little room above the highest step.
  const most = headroom * Math.max(shownBids.at(-1)?.total ?? 0, shownAsks.at(-1)?.total ?? 0);
  return { middle, lowest, highest, most, bids: shownBids, asks: shownAsks };
}

/** The steps as an SVG path in a box of `width` × `height`, closed along the bottom. */
export function depthPath(side: 'bids' | 'asks', picture: DepthPicture, width: number, height: number): string {
  const span = picture.highest - picture.lowest || 1;
  const x = (price: number): string => (((price - picture.lowest) / span) * width).toFixed(1);
  const y = (total: number): string => (height - (picture.most === 0 ? 0 : total / picture.most) * height).toFixed(1);
  const [first] = picture[side];
  if (first === undefined) return '';
  let path = `M${x(first.price)} ${height}`;
  for (const { price, total } of picture[side]) path += `H${x(price)}V${y(total)}`;
  return `${path}H${side === 'bids' ? 0 : width}V${height}Z`;
}

/** Cumulative quantity between the middle and a price; null beyond the book or inside the spread. */
export function stepAt(picture: DepthPicture, price: number): { side: 'bids' | 'asks'; step: DepthStep } | null {
  const side = price < picture.middle ? 'bids' : 'asks';
  const reached = picture[side].filter((step) => (side === 'bids' ? step.price >= price : step.price <= price));
  const step = reached.at(-1);
  return step === undefined ? null : { side, step };
}
