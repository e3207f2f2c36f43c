// @vitest-environment happy-dom
import { RefusedError } from '@fft/client';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { detailsIn, show } from '../../testing/show.tsx';
import {
  Callout,
  Chart,
  DetailList,
  Dialog,
  Loaded,
  Panel,
  Tabs,
  Tile,
  TransactionLink,
  useHotkeys,
  Who,
} from './index.ts';

const tabs = [
  { value: 'markets', label: 'Markets' },
  { value: 'assets', label: 'Assets' },
  { value: 'fees', label: 'Fees' },
] as const;

function Pages() {
  const [tab, setTab] = useState<'markets' | 'assets' | 'fees'>('markets');
  return (
    <Tabs label="Markets" value={tab} onChange={setTab} options={tabs}>
      page {tab}
    </Tabs>
  );
}

test('a tab shows its page; arrow keys go round, and only the chosen tab is in the way of the Tab key', async () => {
  const user = show(<Pages />);
  const chosen = (): string | null => screen.getByRole('tab', { selected: true }).textContent;
  await user.click(screen.getByRole('tab', { name: 'Assets' }));
  expect(screen.getByRole('tabpanel', { name: 'Assets' }).textContent).toBe('page assets');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(chosen()).toBe('Markets');
  expect(document.activeElement?.textContent).toBe('Markets');
  await user.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('Fees');
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

function Keys({ act }: { readonly act: () => void }) {
  useHotkeys({ a: act });
  return <input aria-label="Reason" />;
}

test('a hotkey acts, in either case of letters', async () => {
  const act = vi.fn<() => void>();
  const user = show(<Keys act={act} />);
  await user.keyboard('a');
  await user.keyboard('A');
  expect(act).toHaveBeenCalledTimes(2);
});

test('a hotkey doesn’t act while someone types, with a modifier, or behind a dialog', async () => {
  const act = vi.fn<() => void>();
  const user = show(<Keys act={act} />);
  await user.type(screen.getByRole('textbox'), 'a');
  screen.getByRole('textbox').blur();
  await user.keyboard('{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}a{/Alt}');
  expect(act).not.toHaveBeenCalled();
});

test('behind an open dialog hotkeys are silent', async () => {
  const act = vi.fn<() => void>();
  const user = show(
    <>
      <Keys act={act} />
      <Dialog title="Approve?" onClose={() => undefined}>
        Read first
      </Dialog>
    </>,
  );
  await user.keyboard('a');
  expect(act).not.toHaveBeenCalled();
});

test('a panel closes by its cross and by Escape', async () => {
  const onClose = vi.fn<() => void>();
  const user = show(
    <Panel label="Details" title="Withdrawal 7" line="today" foot="Decide" onClose={onClose}>
      Facts
    </Panel>,
  );
  expect(screen.getByRole('complementary', { name: 'Details' }).textContent).toBe('Withdrawal 7todayFactsDecide');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('data show once they are there; until then they load, or say why not and are read again', async () => {
  const refetch = vi.fn<() => void>();
  const of = (query: { readonly data: string | undefined; readonly error: RefusedError | null }) => (
    <Loaded query={{ ...query, refetch }}>{(data) => <p>{data}</p>}</Loaded>
  );
  const refused = new RefusedError(404, 'No such customer', null);
  const user = show(
    <>
      {of({ data: undefined, error: null })}
      {of({ data: undefined, error: refused })}
      {/* What was read stays if it can't be read again. */}
      {of({ data: 'the customer', error: refused })}
    </>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['No such customerRetry']);
  expect(screen.getByText('the customer')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a list of details leaves out what there is not, and shows a label twice', () => {
  show(<DetailList items={[['Fee', '1 USDT'], null, ['Address', 'a'], ['Address', 'b']]} />);
  expect(detailsIn()).toEqual({ Fee: '1 USDT', Address: 'a | b' });
});

test('a customer is a name over a number, or the number alone', () => {
  show(
    <>
      <Who name="Anna Novak" customer={1004} />
      <Who name={null} customer={1005} />
    </>,
  );
  expect(document.body.textContent).toContain('Anna Novak10041005');
});

test('a transaction leads to its block explorer, where there is one', () => {
  show(
    <>
      <TransactionLink txid="abc" url="https://explorer.example/abc">
        a…c
      </TransactionLink>
      <TransactionLink txid="def" url={null} />
    </>,
  );
  const [link, ...others] = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(others).toEqual([]);
  expect([link?.href, link?.title, link?.target, link?.rel]).toEqual([
    'https://explorer.example/abc',
    'abc',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(screen.getByTitle('def').textContent).toBe('def');
});

test('a chart names its newest value, and says when there is too little to draw', () => {
  show(
    <>
      <Chart title="Fees" points={[{ time: 1, value: 12 }]} format={(value) => `${value} USDT`} empty="Too few" />
      <Chart title="Lag" points={[]} format={String} empty="None" />
      <Callout tone="warn">Careful</Callout>
      <Tile label="Waiting" value={3} hint="since Monday" />
    </>,
  );
  expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
    'Fees12 USDTToo few',
    'Lag--None',
  ]);
  expect(screen.getByText('Careful')).toBeDefined();
  expect(screen.getByText('since Monday').parentElement?.textContent).toBe('Waiting3since Monday');
});
