import { calls } from '@fft/contract';
import { useSyncExternalStore } from 'react';
import { client } from '../client.ts';
import { reachability } from './reachability.ts';
import { appStream } from './stream.ts';

/** `live`: the stream is open, and the server's time known by it. `polling`: it isn't, but calls are answered. `offline`: neither. */
export interface ConnectionState {
  readonly mode: 'connecting' | 'live' | 'polling' | 'offline';
  readonly latencyMs: number | null;
  /** To be added to this device's clock for the server's time; null while it isn't known. */
  readonly clockOffsetMs: number | null;
}

/** Between questions for the time while the stream is gone. */
const pollMs = 5000;

let state: ConnectionState = { mode: 'connecting', latencyMs: null, clockOffsetMs: null };
let clockOffsetMs: number | null = null;
const listeners = new Set<() => void>();

function derive(): ConnectionState {
  const stream = appStream();
  const last = reachability.last();
  const isUnknown = clockOffsetMs === null && last?.reachable !== false;
  if (isUnknown && stream.state !== 'offline') return { mode: 'connecting', latencyMs: null, clockOffsetMs };
  if (stream.state === 'live')
    return { mode: 'live', latencyMs: stream.heartbeat?.latencyMs ?? last?.latencyMs ?? null, clockOffsetMs };
  if (last?.reachable) return { mode: 'polling', latencyMs: last.latencyMs, clockOffsetMs };
  return { mode: 'offline', latencyMs: null, clockOffsetMs };
}

function update(): void {
  const next = derive();
  if (next.mode === state.mode && next.latencyMs === state.latencyMs && next.clockOffsetMs === state.clockOffsetMs)
    return;
  state = next;
  for (const listener of listeners) listener();
}

async function askTime(): Promise<void> {
  const sentAt = performance.now();
  try {
    const { time } = await client.call(calls.market.time, {});
    const latencyMs = performance.now() - sentAt;
    clockOffsetMs = time + latencyMs / 2 - Date.now();
    reachability.report({ reachable: true, latencyMs });
  } catch {
    reachability.report({ reachable: false, latencyMs: null });
  }
}

/** Begins to watch the stream and, while it is gone, whether calls are answered. Called once at start. */
export function startConnection(): void {
  const stream = appStream();
  stream.onState(update);
  stream.onHeartbeat((heartbeat) => {
    clockOffsetMs = heartbeat.clockOffsetMs;
    reachability.report({ reachable: true, latencyMs: heartbeat.latencyMs });
    update();
  });
  reachability.onReport(update);
  setInterval(() => {
    if (stream.state !== 'live' && document.visibilityState === 'visible') void askTime();
  }, pollMs);
  window.addEventListener('offline', () => reachability.report({ reachable: false, latencyMs: null }));
}

/** The server's time, by the newest that the stream or a call told; null while neither has. */
export const serverNow = (): number | null => (clockOffsetMs === null ? null : Date.now() + clockOffsetMs);

const connection = {
  state: (): ConnectionState => state,
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.onChange, connection.state);
}
