import { useSyncExternalStore } from 'react';

/** The outcome of the last call: true with its latency if the server responded. */
export interface Connection {
  readonly reachable: boolean;
  readonly latencyMs: number | null;
}

let state: Connection = { reachable: true, latencyMs: null };
const listeners = new Set<() => void>();

export function reportConnection(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state);
}
