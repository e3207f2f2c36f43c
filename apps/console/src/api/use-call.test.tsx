// @vitest-environment happy-dom
import { consoleCalls } from '@fft/console-contract';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, show } from '../../testing/show.tsx';
import { DataTable, Loaded } from '../ui/index.ts';
import { listFromQuery, NetworkTitle, session, useCall, useMay, usePages, useRequestId } from './index.ts';

const { list, read } = consoleCalls.customers;

function Customer() {
  return <Loaded query={useCall(read, { id: 1004 })}>{({ name }) => <p>{name ?? 'no name'}</p>}</Loaded>;
}

test('what can’t be read says why, and a retry reads it', async () => {
  api.refuses(read, 404, 'No such customer');
  const user = show(<Customer />);
  expect((await screen.findByRole('alert')).textContent).toContain('No such customer');
  api.answers(read, { name: 'Anna Novak' });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Anna Novak')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an answer that violates the contract is no answer', async () => {
  api.answers(read, { name: 'Anna Novak' });
  const answer = fetch;
  globalThis.fetch = async (...request) => {
    const body = (await (await answer(...request)).json()) as { readonly data: object };
    return new Response(JSON.stringify({ ...body, data: { ...body.data, name: 5 } }));
  };
  show(<Customer />);
  expect((await screen.findByRole('alert', undefined, { timeout: 3000 })).textContent).toContain('can’t be reached');
});

test('another operator of the same tab sees nothing of what the first one read', async () => {
  api.answers(read, { name: 'Anna Novak' });
  show(<Customer />);
  await screen.findByText('Anna Novak');
  // The log-in page comes between the two.
  cleanup();
  session.close();
  const release = api.holds(read, { name: 'Ben Moreau' });
  show(<Customer />, { role: 'support' });
  expect(screen.queryByText('Anna Novak')).toBeNull();
  release();
  expect(await screen.findByText('Ben Moreau')).toBeDefined();
});

function Customers() {
  const pages = usePages(list, { q: 'an' });
  return (
    <DataTable
      label="Customers"
      list={pages}
      columns={[{ key: 'id', label: 'No.', render: ({ id }) => id }]}
      keyOf={({ id }) => id}
      empty="none"
    />
  );
}

test('a list reads page after page, each from where the last one ended', async () => {
  api.answers(list, ({ cursor }) =>
    cursor === undefined ? { items: [{ id: 1004 }], next: 'after 1004' } : { items: [{ id: 1005 }] },
  );
  const user = show(<Customers />);
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByText('1005');
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1004', '1005']);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(api.inputsOf(list)).toEqual([
    { q: 'an', limit: 50 },
    { q: 'an', limit: 50, cursor: 'after 1004' },
  ]);
});

test.each([
  ['en', 'As of 10:05:03'],
  ['zh', '数据截至 10:05:03'],
] as const)('a list that a standby gave says of which time it is (%s)', async (lang, said) => {
  api.answers(list, { items: [{ id: 1004 }] });
  api.answersAsOf(new Date(2026, 10, 26, 10, 5, 3).getTime());
  show(<Customers />, { lang });
  expect(await screen.findByText(said)).toBeDefined();
});

test('a page that can’t be read leaves the earlier ones', async () => {
  api.answers(list, { items: [{ id: 1004 }], next: 'after 1004' });
  const user = show(<Customers />);
  const more = await screen.findByRole('button', { name: 'Load more' });
  api.refuses(list, 503, 'Try again in a minute');
  await user.click(more);
  expect(await screen.findByText('Can’t refresh right now. Showing the last loaded data')).toBeDefined();
  expect(screen.getByRole('cell').textContent).toBe('1004');
});

function Operators() {
  const query = useCall(consoleCalls.operators.list, {});
  return (
    <DataTable
      label="Operators"
      list={listFromQuery(query, (all) => all)}
      columns={[{ key: 'name', label: 'Name', render: ({ name }) => name }]}
      keyOf={({ id }) => id}
      empty="none"
    />
  );
}

test('a complete list loads, fails and is read again as a paged one', async () => {
  api.refuses(consoleCalls.operators.list, 503, 'Try again in a minute');
  const user = show(<Operators />);
  await screen.findByText('Try again in a minute');
  api.answers(consoleCalls.operators.list, [{ name: 'wu' }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('wu')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['en', 'Ethereum', 'Bank'],
  ['zh', '以太坊', '银行'],
] as const)('a network has the title that customers read; an unknown one its code (%s)', async (lang, title, bank) => {
  api.answers(consoleCalls.dashboard.read, { networks: { ETH: { zh: '以太坊', en: 'Ethereum' } } });
  show(
    <>
      <NetworkTitle of="ETH" withCode />
      <NetworkTitle of="XYZ" withCode />
      <NetworkTitle of="BANK" />
    </>,
    { lang },
  );
  expect((await screen.findByText(title)).title).toBe('ETH');
  expect(screen.getAllByText('XYZ')).toHaveLength(1);
  expect(screen.getByText(bank)).toBeDefined();
});

test('a check of rights says what the role has', () => {
  function Rights() {
    const may = useMay();
    return <p>{String([may('customers.lock'), may('treasury.see')])}</p>;
  }
  show(<Rights />, { role: 'support' });
  expect(screen.getByText('true,false')).toBeDefined();
});

test('a request keeps its id until its body changes or it is done', () => {
  const ids: string[] = [];
  function Ids() {
    const { idFor, done } = useRequestId();
    ids.push(idFor({ amount: '5' }), idFor({ amount: '5' }), idFor({ amount: '6' }));
    done();
    ids.push(idFor({ amount: '6' }));
    return null;
  }
  show(<Ids />);
  const [first, again, other, next] = ids;
  expect(first).toMatch(/^c-[\w-]{36}$/);
  expect(again).toBe(first);
  expect(new Set([first, other, next]).size).toBe(3);
});
