import { createClient, RefusedError } from '@fft/client';
import { openDatabase, type Database } from '../../src/database/connection.ts';
import type { World } from './attack.ts';
import { fetchFrom } from './fetch-from.ts';

/** Target and source addresses of an attack's process. */
export interface WorldSettings {
  readonly url: string;
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  /** Index of the attack in the list; it selects the network of its addresses. */
  readonly index: number;
  readonly isShort: boolean;
}

export interface OpenWorld {
  readonly world: World;
  close(): Promise<void>;
}

export function openWorld(settings: WorldSettings, signal: AbortSignal): OpenWorld {
  const { url, consoleUrl, databaseUrl, index, isShort } = settings;
  const database: Database = openDatabase(databaseUrl, { maxConnections: 2 });
  const fetches = new Map<string, typeof fetch>();
  let names = 0;
  const address = (number = 1): string => `127.${100 + index}.${Math.floor(number / 250)}.${1 + (number % 250)}`;
  const sendFrom = (from: string): typeof fetch => {
    const known = fetches.get(from) ?? fetchFrom(from);
    fetches.set(from, known);
    return known;
  };
  const world: World = {
    url,
    consoleUrl,
    db: database.db,
    address,
    client: ({ token = '', from = address(), baseUrl = url } = {}) =>
      createClient({ baseUrl, token: () => token, lang: () => 'en', fetch: sendFrom(from), timeoutMs: 30_000 }),
    name: (prefix) => `${prefix}-${index}-${++names}`,
    count: (long, short) => (isShort ? short : long),
    signal,
  };
  return { world, close: () => database.close() };
}

/** Returns the code of a call's answer; 0 if no answer came. */
export async function codeOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    return error instanceof RefusedError ? error.code : 0;
  }
}

/** Counts each code, the most frequent first. */
export function countsOf(codes: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const parts = [...counts].toSorted(([, one], [, other]) => other - one);
  return parts.map(([code, count]) => `${count.toLocaleString('en')} × ${code === 0 ? 'closed' : code}`).join(', ');
}

/** Returns answers that report a server fault. 503 reports overload, which is correct during an attack. */
export function faultsIn(codes: readonly number[]): readonly string[] {
  return [...new Set(codes)]
    .filter((code) => code >= 500 && code < 600 && code !== 503)
    .map((code) => `answered ${code}`);
}
