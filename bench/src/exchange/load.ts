import type { Trader } from './orders.ts';

export interface LoadResult {
  /** Responses with code 200 per second. */
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
  /** Makes the client ids of this run unique. */
  readonly run: string;
}

/** The counts of a load. */
export interface Counted {
  readonly waitsMs: number[];
  readonly accepted: number;
  readonly refused: number;
  readonly tookMs: number;
}

export function resultOf({ waitsMs, accepted, refused, tookMs }: Counted): LoadResult {
  waitsMs.sort((one, other) => one - other);
  const waitOf = (part: number): number => Math.round(waitsMs[Math.floor(waitsMs.length * part)] ?? 0);
  return {
    perSecond: Math.round(accepted / (tookMs / 1000)),
    p50Ms: waitOf(0.5),
    p99Ms: waitOf(0.99),
    accepted,
    refused,
  };
}
