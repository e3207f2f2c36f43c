import type { Happening } from './happenings.ts';
import { UnclearHistory } from './happenings.ts';
import type { Lot, LotPart, LotQueue } from './lots.ts';
import { coinOf, type CoinTotals, marketOf, type MarketTotals, type ProfitState } from './state.ts';

/** Worth of an amount at a moment in millionths of a USDT, rounded down; null if no price is known. */
export type WorthAt = (asset: number, units: bigint, time: number) => bigint | null;

/** A part of a lot that left, for tax. */
export interface Disposal extends LotPart {
  /** Sold or spent in a trade, paid as a fee, or gone without being sold. */
  readonly kind: 'trade' | 'fee' | 'out';
  readonly asset: number;
  readonly time: number;
  /** The other coin of a trade. */
  readonly against: number | null;
  /** Before the fee; null where it is unknown. */
  readonly proceeds: bigint | null;
  readonly fee: bigint;
}

export interface ProfitBookOptions {
  readonly state: ProfitState;
  readonly lotsOf: (asset: number) => LotQueue;
  /** The asset in which everything is valued: it has a cost of itself, and no lots. */
  readonly unit: number;
  readonly worthAt: WorthAt;
  readonly onDisposal?: (disposal: Disposal) => void;
}

type Trade = Extract<Happening, { readonly kind: 'trade' }>;

interface Leaving extends Pick<Disposal, 'kind' | 'asset' | 'time' | 'against' | 'proceeds' | 'fee'> {
  readonly units: bigint;
  readonly market: MarketTotals | null;
}

/**
 * Counts cost and gain, by the first in, first out and by the average. What comes in has the worth of its moment as its cost; a purchase costs what was paid, its fee
 * included. A sale's gain is its proceeds less its fee and the cost. What is withdrawn leaves with its cost and without a gain, a fee's coins are a loss of theirs.
 * Parts are rounded down, and the last one takes the rest, so that all parts add up.
 */
export class ProfitBook {
  readonly #options: ProfitBookOptions;

  constructor(options: ProfitBookOptions) {
    this.#options = options;
  }

  /** @throws UnclearHistory if more left than came */
  add(happening: Happening): void {
    if (happening.kind === 'trade') return this.#trade(happening);
    const { kind, asset, units, time } = happening;
    const { state, worthAt } = this.#options;
    const worth = worthAt(asset, units, time);
    if (kind === 'fee') {
      coinOf(state, asset).fees += worth ?? 0n;
      return this.#leave({ kind, asset, units, time, against: null, proceeds: 0n, fee: 0n, market: null });
    }
    if (worth === null) state.unknownFlows += 1;
    else state.invested += kind === 'in' ? worth : -worth;
    if (kind === 'in') return this.#come(asset, units, worth, time);
    this.#leave({ kind, asset, units, time, against: null, proceeds: null, fee: 0n, market: null });
  }

  #trade({ base, quote, side, baseUnits, quoteUnits, feeUnits, time }: Trade): void {
    const { state, unit } = this.#options;
    const worth = this.#worthOf({ base, quote, baseUnits, quoteUnits, time });
    const market = marketOf(state, base, quote);
    const received = side === 'buy' ? baseUnits : quoteUnits;
    const fee = worth === null || received === 0n ? 0n : (worth * feeUnits) / received;
    coinOf(state, base).fees += fee;
    market.fees += fee;
    // Part of what the bought coin cost, or of what the sold one brought. The unit has neither, so the other coin bears it.
    const isCost = (side === 'buy') !== (base === unit);
    const charged = isCost ? 0n : fee;
    const leaving = { kind: 'trade', time, proceeds: worth, fee: charged, market } as const;
    const cost = worth === null ? null : worth - charged;
    if (side === 'buy') {
      market.bought += baseUnits;
      market.boughtWorth += worth ?? 0n;
      this.#leave({ ...leaving, asset: quote, units: quoteUnits, against: base });
      this.#come(base, baseUnits - feeUnits, cost, time);
    } else {
      market.sold += baseUnits;
      market.soldWorth += worth ?? 0n;
      this.#leave({ ...leaving, asset: base, units: baseUnits, against: quote });
      this.#come(quote, quoteUnits - feeUnits, cost, time);
    }
  }

  #worthOf({ base, quote, baseUnits, quoteUnits, time }: Omit<Trade, 'kind' | 'side' | 'feeUnits'>): bigint | null {
    const { unit, worthAt } = this.#options;
    if (base === unit) return baseUnits;
    return worthAt(quote, quoteUnits, time) ?? worthAt(base, baseUnits, time);
  }

  #come(asset: number, units: bigint, cost: bigint | null, time: number): void {
    const coin = coinOf(this.#options.state, asset);
    coin.quantity += units;
    if (asset === this.#options.unit || units === 0n) return;
    for (const totals of [coin.fifo, coin.average]) {
      totals.cost += cost ?? 0n;
      totals.unknown += cost === null ? units : 0n;
    }
    const lot: Lot = { number: coin.nextLot, time, quantity: units, cost };
    coin.nextLot += 1;
    this.#options.lotsOf(asset).add(lot);
  }

  #leave(leaving: Leaving): void {
    const { asset, units, kind } = leaving;
    const coin = coinOf(this.#options.state, asset);
    if (units > coin.quantity) throw new UnclearHistory(`more of asset ${asset} left than came`);
    if (asset === this.#options.unit) {
      coin.quantity -= units;
      // Nothing but a fee changes the worth of the unit itself.
      if (kind !== 'fee') return;
      for (const totals of [coin.fifo, coin.average]) totals.realised -= units;
      return;
    }
    if (units === 0n) return;
    this.#leaveFirst(leaving, coin);
    this.#leaveAverage(leaving, coin);
    coin.quantity -= units;
  }

  #leaveFirst(leaving: Leaving, { fifo }: CoinTotals): void {
    const { asset, units, kind, time, against, market } = leaving;
    const parts = this.#options.lotsOf(asset).take(units);
    let [left, proceedsLeft, feeLeft] = [units, leaving.proceeds, leaving.fee];
    for (const part of parts) {
      const isLast = part.units === left;
      const proceeds: bigint | null =
        proceedsLeft === null || isLast ? proceedsLeft : (proceedsLeft * part.units) / left;
      const fee: bigint = isLast ? feeLeft : (feeLeft * part.units) / left;
      left -= part.units;
      if (proceedsLeft !== null && proceeds !== null) proceedsLeft -= proceeds;
      feeLeft -= fee;
      fifo.cost -= part.cost ?? 0n;
      fifo.unknown -= part.cost === null ? part.units : 0n;
      this.#options.onDisposal?.({ ...part, kind, asset, time, against, proceeds, fee });
      if (kind === 'out') continue;
      if (part.cost === null || proceeds === null) fifo.unknownSold += part.units;
      else realise(fifo, market, 'fifo', proceeds - fee - part.cost);
    }
  }

  /** Coins of known and of unknown cost leave in proportion. */
  #leaveAverage({ units, kind, proceeds, fee, market }: Leaving, { quantity, average }: CoinTotals): void {
    const unknown = (average.unknown * units) / quantity;
    const known = units - unknown;
    const allKnown = quantity - average.unknown;
    const cost = known === allKnown ? average.cost : (average.cost * known) / allKnown;
    average.unknown -= unknown;
    average.cost -= cost;
    if (kind === 'out') return;
    if (proceeds === null) {
      average.unknownSold += units;
      return;
    }
    average.unknownSold += unknown;
    const [proceedsOfKnown, feeOfKnown] = [proceeds, fee].map((sum) => (unknown === 0n ? sum : (sum * known) / units));
    realise(average, market, 'average', (proceedsOfKnown ?? 0n) - (feeOfKnown ?? 0n) - cost);
  }
}

function realise(
  totals: CoinTotals['fifo'],
  market: MarketTotals | null,
  method: 'fifo' | 'average',
  gain: bigint,
): void {
  totals.realised += gain;
  if (market !== null) market[method] += gain;
}
