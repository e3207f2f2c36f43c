// @vitest-environment happy-dom
import type { Ticker } from '@fft/contract';
import { setLang } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/index.ts';
import { mergeKnownTickers } from '../features/live/tickers.ts';
import { MarketRow } from '../features/market-data/MarketRow.tsx';
import { RankRow } from '../pages/home/RankRow.tsx';
import { SortBar } from '../pages/market/SortBar.tsx';
import { MarketTable } from '../pages/market/wide/MarketTable.tsx';

// Node's own storage hides the DOM's, and the session is read when its module loads.
vi.hoisted(() => vi.stubGlobal('localStorage', new Storage()));
// No server: the rows show what is known.
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));

const symbol = 'ETH/BTC';
const ticker: Ticker = {
  symbol,
  last: '0.03510',
  open: '0.03500',
  high: '0.03600',
  low: '0.03400',
  change: '0.002857',
  volume: '74.500',
  turnover: '2.61000000',
  turnoverUsdt: '258600.500000',
  value: '3418.26',
  spark: [],
  state: 'open',
  time: 1,
};

function textOf(part: ReactNode): string {
  mergeKnownTickers([ticker]);
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
  return document.body.textContent ?? '';
}

afterEach(cleanup);

test.each([
  ['zh', '25.86万'],
  ['en', '258.60K'],
] as const)('in %s every list of markets says the same turnover, in USDT', (lang, turnover) => {
  setLang(lang);
  const live = new Map([[symbol, { ticker, move: null, flash: 0, flashedAt: 0 }]]);
  const home = textOf(<RankRow place={1} symbol={symbol} stale={false} />);
  expect(home).toContain(`${turnover} USDT`);
  cleanup();
  const list = textOf(
    <>
      <SortBar sort={{ by: 'name', direction: 'ascending' }} onSort={() => undefined} />
      <MarketRow symbol={symbol} />
    </>,
  );
  expect(list).toContain('(USDT)');
  expect(list).toContain(turnover);
  cleanup();
  textOf(<MarketTable symbols={[symbol]} tickers={live} stale={false} />);
  expect(screen.getByRole('cell', { name: turnover })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: /\(USDT\)/ })).toBeTruthy();
});
