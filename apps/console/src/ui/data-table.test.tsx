// @vitest-environment happy-dom
import { NetworkError, RefusedError } from '@fft/client';
import type { Listed } from '@fft/kit';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { rowsOf, show } from '../../testing/show.tsx';
import { type Column, DataTable } from './DataTable.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
}

const rows: readonly Row[] = [
  { id: 1, name: 'Anna' },
  { id: 2, name: 'Ben' },
  { id: 3, name: 'Eva' },
];
const columns: readonly Column<Row>[] = [
  { key: 'id', label: 'No.', render: ({ id }) => id },
  { key: 'name', label: 'Name', render: ({ name }) => name },
];

function listed(list: Partial<Listed<Row>>): Listed<Row> {
  const nothing = (): void => undefined;
  return { items: rows, error: null, asOf: Infinity, more: 'none', loadMore: nothing, retry: nothing, ...list };
}

const table = (list: Partial<Listed<Row>>) => (
  <DataTable label="Customers" list={listed(list)} columns={columns} keyOf={({ id }) => id} empty="No customers" />
);

test('a list shows a head and its rows, in the order of the list', async () => {
  show(table({}));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['No.', 'Name']);
  expect(await rowsOf('Customers')).toEqual([
    ['1', 'Anna'],
    ['2', 'Ben'],
    ['3', 'Eva'],
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['en', 'Loading'],
  ['zh', '加载中'],
] as const)('a list that loads says so, and not that it is empty (%s)', (lang, loading) => {
  show(table({ items: null }), { lang });
  expect(screen.getByRole('status', { name: loading })).toBeDefined();
  expect(screen.queryByText('No customers')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty list says what is missing', () => {
  show(table({ items: [] }));
  expect(screen.getByText('No customers')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['en', new RefusedError(503, 'Try again in a minute', null), 'Try again in a minute', 'Retry'],
  ['en', new NetworkError('unreachable', 'no'), 'The server can’t be reached. Try again later', 'Retry'],
  ['zh', new NetworkError('unreachable', 'no'), '网络异常，请稍后重试', '重试'],
] as const)(
  'a list that can’t be read says why and is read again on request (%s)',
  async (lang, error, said, again) => {
    const retry = vi.fn<() => void>();
    const user = show(table({ items: null, error, retry }), { lang });
    expect(screen.getByRole('alert').textContent).toContain(said);
    await user.click(screen.getByRole('button', { name: again }));
    expect(retry).toHaveBeenCalledTimes(1);
  },
);

test('rows that can’t be refreshed stay, and the table says that they are old', async () => {
  show(table({ error: new NetworkError('unreachable', 'no'), asOf: 5 }));
  expect(screen.getByText('Can’t refresh right now. Showing the last loaded data')).toBeDefined();
  expect(screen.queryByText(/^As of/)).toBeNull();
  expect(await rowsOf('Customers')).toHaveLength(3);
});

test.each([
  ['en', 'As of 10:05:03'],
  ['zh', '数据截至 10:05:03'],
] as const)('rows of an earlier time say which time it is (%s)', (lang, said) => {
  show(table({ asOf: new Date(2026, 10, 20, 10, 5, 3).getTime() }), { lang });
  expect(screen.getByText(said)).toBeDefined();
});

test('a list with more pages loads the next one on request, and none while one loads', async () => {
  const loadMore = vi.fn<() => void>();
  const user = show(table({ more: 'some', loadMore }));
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(loadMore).toHaveBeenCalledTimes(1);
});

test('while a page loads, no other is asked for', async () => {
  const loadMore = vi.fn<() => void>();
  const user = show(table({ more: 'loading', loadMore }));
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(loadMore).not.toHaveBeenCalled();
});

function Openable({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const [at, setAt] = useState<number | null>(null);
  const open = ({ id }: Row): void => {
    setAt(id);
    onOpen(id);
  };
  return (
    <DataTable
      label="Customers"
      list={listed({})}
      columns={columns}
      keyOf={({ id }) => id}
      empty=""
      open={open}
      isOpen={({ id }) => id === at}
    />
  );
}

test('a row opens by a press, and arrow keys and J and K carry it along', async () => {
  const opened: number[] = [];
  const user = show(<Openable onOpen={(id) => opened.push(id)} />);
  const current = (): (string | null)[] =>
    [...document.querySelectorAll('[aria-current="true"]')].map(({ textContent }) => textContent);
  // Nothing is open: the keys only move the focus.
  await user.keyboard('j');
  expect(opened).toEqual([]);
  await user.click(screen.getByRole('button', { name: '1' }));
  await user.keyboard('{ArrowDown}');
  expect(current()).toEqual(['2']);
  await user.keyboard('j');
  expect(current()).toEqual(['3']);
  // Past the end nothing happens.
  await user.keyboard('j');
  await user.keyboard('k{ArrowUp}');
  expect(opened).toEqual([1, 2, 3, 2, 1]);
});

test('what a narrow table has no columns for stands below the leading one', async () => {
  const narrow: readonly Column<Row>[] = [
    { key: 'name', label: 'Name', render: ({ name }) => name, lead: true },
    { key: 'id', label: 'No.', render: ({ id }) => `#${id}`, spare: 'below' },
  ];
  show(
    <DataTable
      label="Customers"
      list={listed({ items: rows.slice(0, 1) })}
      columns={narrow}
      keyOf={({ id }) => id}
      empty=""
      foot="Append-only log"
    />,
  );
  expect(await rowsOf('Customers')).toEqual([['Anna#1', '#1']]);
  expect(screen.getByText('Append-only log')).toBeDefined();
});
