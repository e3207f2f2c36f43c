import { formatDecimal } from '@fft/decimal';
import type { MatchingEngine } from '@fft/engine';
import type { Directory } from '../listing/directory.ts';

/** Values are shown in USDT, with this many places. */
const usdtPlaces = 6;
/** Rates are kept as integers with this many places. */
const ratePlaces = 12;

/**
 * What holdings are worth, for display: last prices and the operators' rates, in exact integers, cut and never rounded up.
 */
export class Valuation {
  readonly #directory: Directory;
  readonly #engine: MatchingEngine;
  readonly #rates: Map<string, bigint>;

  /** @param rates what one USDT is worth, by currency, as decimals */
  constructor(directory: Directory, engine: MatchingEngine, rates: Readonly<Record<string, string>>) {
    this.#directory = directory;
    this.#engine = engine;
    this.#rates = new Map(Object.entries(rates).map(([unit, rate]) => [unit, scaleRate(rate)]));
  }

  /** From now on one USDT is worth so much of a currency. */
  setRate(unit: string, rate: string): void {
    this.#rates.set(unit, scaleRate(rate));
  }

  /** Worth in millionths of a USDT, or null where no price leads there. */
  usdtUnits(code: string, units: bigint): bigint | null {
    const decimals = this.#directory.asset(this.#directory.assetId(code) ?? -1).decimals;
    if (code === 'USDT') return units;
    const rate = this.#rates.get(code);
    if (rate !== undefined) return (units * 10n ** BigInt(ratePlaces + usdtPlaces - decimals)) / rate;
    return this.#byMarket(code, 'USDT', units) ?? this.#through('BTC', code, units);
  }

  /** The same as a decimal. */
  usdt(code: string, units: bigint): string | null {
    const value = this.usdtUnits(code, units);
    return value === null ? null : formatUsdt(value);
  }

  /** USDT units in a local currency, two places. */
  local(usdtUnits: bigint, unit: string): string {
    const rate = this.#rates.get(unit);
    if (rate === undefined) throw new Error(`there is no rate for ${unit}`);
    return formatDecimal((usdtUnits * rate) / 10n ** BigInt(ratePlaces + usdtPlaces - 2), 2);
  }

  #through(middle: string, code: string, units: bigint): bigint | null {
    if (code === middle) return null;
    const inMiddle = this.#byMarket(code, middle, units);
    return inMiddle === null ? null : this.#byMarket(middle, 'USDT', inMiddle);
  }

  #byMarket(base: string, quote: string, units: bigint): bigint | null {
    const view = this.#directory.market(`${base}/${quote}`);
    const ticks = view ? this.#engine.lastPriceTicks(view.id) : 0;
    if (!view || ticks === 0) return null;
    return (units * BigInt(ticks) * BigInt(view.rules.unitsPerTickLot)) / BigInt(view.rules.unitsPerLot);
  }
}

export function formatUsdt(units: bigint): string {
  return formatDecimal(units, usdtPlaces);
}

function scaleRate(text: string): bigint {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(ratePlaces, '0'));
}
