import { createStore } from '@fft/kit';

export interface Reachability {
  readonly reachable: boolean;
  readonly latencyMs: number | null;
}

/** The outcome of the last call: whether the API answered, and how fast. Every call reports here; null before the first. */
export const reachability = createStore<Reachability | null>(null);
