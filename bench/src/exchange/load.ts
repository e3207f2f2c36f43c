import type { Trader } from './orders.ts';

export interface LoadResult {
  /** Answers with code 200 a second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly accepted: number;
  readonly refused: number;
}

export interface Load {
  readonly url: string;
  readonly traders: readonly Trader[];
  readonly connections: number;
  readonly seconds: number;
  /** Makes the client ids of this run its own. */
  readonly run: string;
}
