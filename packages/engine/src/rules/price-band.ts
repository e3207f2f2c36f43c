import { multiplyDivideDown } from '@fft/decimal';
import { million } from '../fees/fee.ts';

/** The distance, in ticks, that a limit price may have from the band's centre. */
export function bandReach(centreTicks: number, bandPpm: number): number {
  return multiplyDivideDown(centreTicks, bandPpm, million);
}
