import { normals } from './chance.ts';

const stretchSeconds = 600;
const stretchesPerCell = 36;
const cellSeconds = stretchSeconds * stretchesPerCell;
/** Difference between calm and busy stretches. */
const spread = 0.85;
/** Minimum activity, so that a demo never stops. */
const calmest = 0.4;
/** Levels of the seed's numbers that the paths don't use. */
const stretchLevel = 101;
const momentLevel = 102;
const momentSeconds = 20;

interface Cell {
  readonly index: number;
  /** Speed of the market's time per stretch; 1 on average over the cell. */
  readonly speeds: readonly number[];
}

/**
 * The market's own time: it runs fast in busy periods and slowly in calm ones, and agrees with real time every six hours. Prices follow it,
 * so calm and volatile hours alternate as in real markets.
 */
export class MarketTime {
  readonly #seed: string;
  #cell: Cell | null = null;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Converts seconds of real time to seconds of market time; strictly increasing. */
  at(seconds: number): number {
    const cell = this.#cellAt(seconds);
    const within = seconds / stretchSeconds - cell.index * stretchesPerCell;
    const stretch = Math.floor(within);
    const whole = cell.speeds.slice(0, stretch).reduce((sum, speed) => sum + speed, 0);
    return cell.index * cellSeconds + (whole + (within - stretch) * (cell.speeds[stretch] ?? 1)) * stretchSeconds;
  }

  /** Activity of the market, 1 on average, with variation between moments of 20 seconds. */
  activity(seconds: number): number {
    const cell = this.#cellAt(seconds);
    const stretch = Math.floor(seconds / stretchSeconds) - cell.index * stretchesPerCell;
    const moment = normals(this.#seed, momentLevel, Math.floor(seconds / momentSeconds))[0] ?? 0;
    return (cell.speeds[stretch] ?? 1) * Math.exp(0.6 * moment - 0.18);
  }

  #cellAt(seconds: number): Cell {
    const index = Math.floor(seconds / cellSeconds);
    if (this.#cell?.index === index) return this.#cell;
    const weights = Array.from({ length: stretchesPerCell }, (_, stretch) => {
      const drawn = normals(this.#seed, stretchLevel, index * stretchesPerCell + stretch);
      return Math.max(calmest, Math.exp(spread * (drawn[0] ?? 0)));
    });
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / stretchesPerCell;
    this.#cell = { index, speeds: weights.map((weight) => weight / mean) };
    return this.#cell;
  }
}
