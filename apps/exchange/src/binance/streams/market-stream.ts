import type { Fill } from '@fft/engine';
import type { LevelChange } from '../../ledger/replica/batch-events.ts';

/** What one journal entry changed in a stream's market. */
export interface MarketBatch {
  /** The journal entry's number. */
  readonly sequence: number;
  readonly fills: readonly Fill[];
  readonly levels: readonly LevelChange[];
}

/** The events of one stream. It exists while the stream has readers. */
export interface MarketStream {
  /** Called with each entry that changed the market. */
  add?(batch: MarketBatch): void;
  /** Called every tenth of a second; `beat` counts them. */
  beat?(beat: number): void;
  /** Called when another reader has joined. */
  joined?(): void;
}

export const beatMs = 100;

/** True for one beat in each interval. */
export function isDue(beat: number, everyMs: number): boolean {
  return beat % (everyMs / beatMs) === 0;
}
