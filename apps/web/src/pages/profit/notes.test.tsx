// @vitest-environment happy-dom
import { calls, type Call, type CallOutput } from '@fft/contract';
import { setLang } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { ProfitContent } from './ProfitContent.tsx';
import { useProfit } from './use-profit.ts';
import { ValueCurve } from './ValueCurve.tsx';

// Node's own storage hides the DOM's, and the session is read when its module loads.
vi.hoisted(() => vi.stubGlobal('localStorage', new Storage()));

const answers = new Map<string, unknown>();
vi.stubGlobal('fetch', (url: string) => {
  const data = answers.get(url.split('?', 1)[0] ?? '');
  return Promise.resolve(Response.json({ code: data === undefined ? 404 : 200, message: '', data: data ?? null }));
});
/** What the server says; the client checks it against the contract. */
const answer = <C extends Call>(call: C, data: CallOutput<C>): unknown => answers.set(call.path, data);

const worth = { value: '10.00', cost: '9.00', realised: '0.00', unrealised: '1.00', fees: '0.00' };

/** The curve and what stands below the figures of a history. */
function show(isWhole: boolean): void {
  const points = [1, 2].map((day) => ({ time: day * 86_400_000, value: '10.00', invested: '9.00' }));
  answer(calls.profit.history, { progress: 100, points, isWhole });
  const bought = { coin: 'BTC', quantity: '1.00000000', average: '9.00', unknown: '0.00000000', unknownSold: '0' };
  const figures = {
    totals: { ...worth, invested: '9.00', isWhole },
    local: { unit: 'USD', value: '10.00', realised: '0.00', unrealised: '1.00' },
    coins: [{ ...worth, ...bought }],
    markets: [],
  };
  answer(calls.profit.summary, { progress: 100, time: 1, figures });
  render(
    <QueryClientProvider client={queryClient}>
      <Parts />
    </QueryClientProvider>,
  );
}

function Parts() {
  const { summary } = useProfit();
  return (
    <>
      <ValueCurve />
      <ProfitContent summary={summary}>{(_figures, { notes }) => notes}</ProfitContent>
    </>
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test.each(['zh', 'en'] as const)('in %s the page says that it leaves out movements without a price', async (lang) => {
  setLang(lang);
  show(false);
  expect(await screen.findByText(profitTexts[lang].curvePartial)).toBeTruthy();
  expect(await screen.findByText(profitTexts[lang].partial)).toBeTruthy();
});

test('where every movement has a price there is no note', async () => {
  setLang('en');
  show(true);
  expect(await screen.findByRole('img')).toBeTruthy();
  expect(await screen.findByText(profitTexts.en.rules, { exact: false })).toBeTruthy();
  expect(screen.queryByText(profitTexts.en.curvePartial)).toBeNull();
  expect(screen.queryByText(profitTexts.en.partial)).toBeNull();
});
