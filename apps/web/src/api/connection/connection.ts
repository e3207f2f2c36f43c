import { calls } from '@fft/contract';
import { createStore, useStore } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { client } from '../client.ts';
import { reachability } from './reachability.ts';
import { appStream } from './stream.ts';

/** `live`: the stream is open and the server time known. `polling`: the stream is closed, but calls succeed. `offline`: neither. */
export interface ConnectionState {
  readonly mode: 'connecting' | 'live' | 'polling' | 'offline';
  readonly latencyMs: number | null;
  /** Add this to the device's clock to get the server time; null while unknown. */
  readonly clockOffsetMs: number | null;
}

/** Interval of calls for the server time while the stream is closed. */
const pollMs = 5000;

const connection = createStore<ConnectionState>({ mode: 'connecting', latencyMs: null, clockOffsetMs: null });
let clockOffsetMs: number | null = null;

function derive(): ConnectionState {
  const stream = appStream();
  const last = reachability.get();
  const isUnknown = clockOffsetMs === null && last?.reachable !== false;
  if (isUnknown && stream.state !== 'offline') return { mode: 'connecting', latencyMs: null, clockOffsetMs };
  if (stream.state === 'live')
    return { mode: 'live', latencyMs: stream.heartbeat?.latencyMs ?? last?.latencyMs ?? null, clockOffsetMs };
  if (last?.reachable) return { mode: 'polling', latencyMs: last.latencyMs, clockOffsetMs };
  return { mode: 'offline', latencyMs: null, clockOffsetMs };
}

function update(): void {
  const next = derive();
  const { mode, latencyMs, clockOffsetMs: offsetMs } = connection.get();
  if (next.mode !== mode || next.latencyMs !== latencyMs || next.clockOffsetMs !== offsetMs) connection.set(next);
}

async function pollServerTime(): Promise<void> {
  const sentAt = performance.now();
  try {
    const { time } = await client.call(calls.market.time, {});
    const latencyMs = performance.now() - sentAt;
    clockOffsetMs = time + latencyMs / 2 - Date.now();
    reachability.set({ reachable: true, latencyMs });
  } catch {
    reachability.set({ reachable: false, latencyMs: null });
  }
}

/** Starts to watch the stream and, while it is closed, whether calls succeed. Called once at start. */
export function startConnection(): void {
  const stream = appStream();
  stream.onState((state) => {
    update();
    // Finds out immediately if the server is gone, or the stream alone.
    if (state === 'offline' && !document.hidden) void pollServerTime();
  });
  stream.onHeartbeat((heartbeat) => {
    clockOffsetMs = heartbeat.clockOffsetMs;
    reachability.set({ reachable: true, latencyMs: heartbeat.latencyMs });
    update();
  });
  reachability.subscribe(update);
  setInterval(() => {
    if (stream.state !== 'live' && document.visibilityState === 'visible') void pollServerTime();
  }, pollMs);
  window.addEventListener('offline', () => reachability.set({ reachable: false, latencyMs: null }));
}

/** The server time by the latest heartbeat or call; null before the first. */
export const serverNow = (): number | null => (clockOffsetMs === null ? null : Date.now() + clockOffsetMs);

export const useConnection = (): ConnectionState => useStore(connection);

/** True while the server can't be reached. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(connection.subscribe, () => connection.get().mode === 'offline');
