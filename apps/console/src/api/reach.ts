import { useSyncExternalStore } from 'react';

/** The outcome of the last call: true with its latency if the server responded. */
export interface Reach {
  readonly reachable: boolean;
  readonly latencyMs: number | null;
}

let now: Reach = { reachable: true, latencyMs: null };
const listeners = new Set<() => void>();

export function reportReach(next: Reach): void {
  now = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReach(): Reach {
  return useSyncExternalStore(subscribe, () => now);
}
