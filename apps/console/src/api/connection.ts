import { createStore, useStore } from '@fft/kit';

/** The outcome of the last call: true with its latency if the server responded. */
export interface Connection {
  readonly reachable: boolean;
  readonly latencyMs: number | null;
}

export const connection = createStore<Connection>({ reachable: true, latencyMs: null });

export const useConnection = (): Connection => useStore(connection);
