import { formatDecimal } from '@fft/decimal';
import type { MatchingEngine } from '@fft/engine';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';

/** Number of decimals of values in USDT. */
export const usdtPlaces = 6;
/** Number of decimals of rates, which are kept as integers. */
const ratePlaces = 12;

/**
 * The worth of balances, for display only: last prices and the operators' rates, in exact integers, rounded down. No control uses it: `control-prices.ts` decides
 * if money may leave.
 */
export class Valuation {
  readonly #directory: Directory;
  readonly #engine: MatchingEngine;
  #rates: ReadonlyMap<string, bigint> = new Map();

  /** @param rates the worth of one USDT, by currency, as decimals */
  constructor(directory: Directory, engine: MatchingEngine, rates: Readonly<Record<string, string>>) {
    this.#directory = directory;
    this.#engine = engine;
    this.setRates(rates);
  }

  /** Replaces all rates. */
  setRates(rates: Readonly<Record<string, string>>): void {
    this.#rates = new Map(Object.entries(rates).map(([unit, rate]) => [unit, scaleRate(rate)]));
  }

  /** Worth in millionths of a USDT, at the last prices unless others are given; null if no price leads to USDT. */
  usdtUnits(code: string, units: bigint, ticksOf: TicksOf = this.#lastTicks): bigint | null {
    const decimals = this.#directory.asset(this.#directory.assetId(code) ?? -1).decimals;
    if (code === 'USDT') return units;
    const rate = this.#rates.get(code);
    if (rate !== undefined) return (units * 10n ** BigInt(ratePlaces + usdtPlaces - decimals)) / rate;
    return this.#byMarket(`${code}/USDT`, units, ticksOf) ?? this.#throughBtc(code, units, ticksOf);
  }

  /** The same as a decimal. */
  usdt(code: string, units: bigint): string | null {
    const value = this.usdtUnits(code, units);
    return value === null ? null : formatUsdt(value);
  }

  /** Converts USDT units to a local currency, with two decimals. */
  local(usdtUnits: bigint, unit: string): string {
    const rate = this.#rates.get(unit);
    if (rate === undefined) throw new Error(`there is no rate for ${unit}`);
    return formatDecimal((usdtUnits * rate) / 10n ** BigInt(ratePlaces + usdtPlaces - 2), 2);
  }

  readonly #lastTicks: TicksOf = ({ id }) => this.#engine.lastPriceTicks(id);

  #throughBtc(code: string, units: bigint, ticksOf: TicksOf): bigint | null {
    if (code === 'BTC') return null;
    const inBtc = this.#byMarket(`${code}/BTC`, units, ticksOf);
    return inBtc === null ? null : this.#byMarket('BTC/USDT', inBtc, ticksOf);
  }

  #byMarket(symbol: string, units: bigint, ticksOf: TicksOf): bigint | null {
    const view = this.#directory.market(symbol);
    const ticks = view ? ticksOf(view) : 0;
    if (!view || ticks === 0) return null;
    return (units * BigInt(ticks) * BigInt(view.rules.unitsPerTickLot)) / BigInt(view.rules.unitsPerLot);
  }
}

/** Returns a market's price in ticks, 0 if it has none. */
export type TicksOf = (view: MarketView) => number;

export function formatUsdt(units: bigint): string {
  return formatDecimal(units, usdtPlaces);
}

function scaleRate(text: string): bigint {
  const [integer = '0', fraction = ''] = text.split('.');
  if (fraction.length > ratePlaces) throw new Error(`the rate ${text} has more than ${ratePlaces} decimals`);
  return BigInt(integer + fraction.padEnd(ratePlaces, '0'));
}
