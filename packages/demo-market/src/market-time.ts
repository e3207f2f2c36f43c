import { normals } from './chance.ts';

const stretchSeconds = 600;
const stretchesPerCell = 36;
const cellSeconds = stretchSeconds * stretchesPerCell;
/** How much calm and busy stretches differ. */
const spread = 0.85;
/** A demo is never quite asleep. */
const calmest = 0.4;
/** Levels of the seed's numbers that the paths don't use. */
const stretchLevel = 101;
const momentLevel = 102;
const momentSeconds = 20;

interface Cell {
  readonly index: number;
  /** How fast the market's time runs in each stretch; 1 on average over the cell. */
  readonly speeds: readonly number[];
}

/**
 * The market's own time: runs fast while much happens and slowly while little does, and is on time again every six hours. Prices move along
 * it, so that calm and stormy hours alternate as they do in real markets.
 */
export class MarketTime {
  readonly #seed: string;
  #cell: Cell | null = null;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Seconds of market time from seconds of real time; rises steadily. */
  at(seconds: number): number {
    const cell = this.#cellAt(seconds);
    const within = seconds / stretchSeconds - cell.index * stretchesPerCell;
    const stretch = Math.floor(within);
    const whole = cell.speeds.slice(0, stretch).reduce((sum, speed) => sum + speed, 0);
    return cell.index * cellSeconds + (whole + (within - stretch) * (cell.speeds[stretch] ?? 1)) * stretchSeconds;
  }

  /** How busy the market is, 1 on average; moments of 20 seconds differ too. */
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
