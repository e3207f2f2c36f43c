import { multiplyDivideDown } from '@fft/decimal';
import { million } from '../fees/fee.ts';

/** A second's lowest and highest trade price. */
export interface PriceSecond {
  readonly second: number;
  low: number;
  high: number;
}

const windowSeconds = 60;

/** The trade prices of a market's last minute, per second. */
export class PriceWindow {
  private seconds: PriceSecond[] = [];

  note(time: number, priceTicks: number): void {
    const second = Math.floor(time / 1000);
    this.seconds = this.live(time);
    const last = this.seconds.at(-1);
    if (last?.second !== second) {
      this.seconds.push({ second, low: priceTicks, high: priceTicks });
      return;
    }
    last.low = Math.min(last.low, priceTicks);
    last.high = Math.max(last.high, priceTicks);
  }

  /** True if the highest price is more than `limitPpm` above the lowest. */
  exceedsVolatility(time: number, limitPpm: number): boolean {
    let low = Infinity;
    let high = 0;
    for (const second of this.live(time)) {
      low = Math.min(low, second.low);
      high = Math.max(high, second.high);
    }
    return high > low && high - low > multiplyDivideDown(low, limitPpm, million);
  }

  /** The seconds that are still inside the window. */
  live(time: number): PriceSecond[] {
    const first = Math.floor(time / 1000) - windowSeconds + 1;
    const [oldest] = this.seconds;
    return oldest === undefined || oldest.second >= first
      ? this.seconds
      : this.seconds.filter(({ second }) => second >= first);
  }

  clear(): void {
    this.seconds = [];
  }

  restore(seconds: readonly PriceSecond[]): void {
    this.seconds = seconds.map((second) => ({ ...second }));
  }
}
