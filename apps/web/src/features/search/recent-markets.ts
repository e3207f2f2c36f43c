import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';

const storageKey = 'recent-markets';
/** Two rows of a phone. */
const maxRecent = 6;
const changes = createSignal();
const none: readonly string[] = [];
let read: { readonly text: string | null; readonly symbols: readonly string[] } = { text: null, symbols: none };

/** Parses the stored list; anything else counts as empty. */
function parse(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((symbol) => typeof symbol === 'string').slice(0, maxRecent) : none;
  } catch {
    return none;
  }
}

/** The markets that were found by a search on this device, the latest first. */
export function recentMarkets(): readonly string[] {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, symbols: parse(text) };
  return read.symbols;
}

export const useRecentMarkets = (): readonly string[] => useSyncExternalStore(changes.subscribe, recentMarkets);

/** Puts a market that was found first. */
export function keepRecent(symbol: string): void {
  store([symbol, ...recentMarkets().filter((each) => each !== symbol)].slice(0, maxRecent));
}

export function forgetRecent(): void {
  store([]);
}

function store(symbols: readonly string[]): void {
  localStorage.setItem(storageKey, JSON.stringify(symbols));
  changes.notify();
}
