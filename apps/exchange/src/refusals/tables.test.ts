import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusals as demo } from '../../../demo/src/refusals.ts';
import { refusals as accounts } from '../accounts/refusals.ts';
import { refusals as admin } from '../admin/refusals.ts';
import { refusals as assets } from '../assets/refusals.ts';
import { refusals as audit } from '../audit/refusals.ts';
import { refusals as banks } from '../banks/refusals.ts';
import { walletCodes } from '../binance/errors.ts';
import { refusals as custody } from '../custody/refusals.ts';
import { refusals as funds } from '../funds/refusals.ts';
import { refusals as identity } from '../identity/refusals.ts';
import { refusals as ledger } from '../ledger/refusals.ts';
import { refusals as markets } from '../markets/refusals.ts';
import { refusals as notifications } from '../notifications/refusals.ts';
import { refusals as orders } from '../orders/refusals.ts';
import { refusals as transport } from '../transport/refusals.ts';
import type { RefusalTable } from './refuse.ts';
import { shared } from './shared.ts';

const rooms: Readonly<Record<string, RefusalTable>> = {
  accounts,
  admin,
  assets,
  audit,
  banks,
  custody,
  demo,
  funds,
  identity,
  ledger,
  markets,
  notifications,
  orders,
  transport,
};
const tables = { shared, ...rooms };
const all = Object.values(tables).flatMap((table) => Object.entries(table));
const names = all.map(([name]) => name);

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted();

const root = new URL('../../../../', import.meta.url);
const sources = [
  ...globSync('apps/{exchange,demo}/src/**/*.ts', { cwd: root }),
  // Reasons of the engine, and of the contract's rules about an order's terms, are names of refusals.
  'packages/engine/src/rejection.ts',
  'packages/contract/src/orders/order-terms.ts',
].filter((path) => !path.endsWith('.test.ts'));
const quoted = new Set(
  sources.flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    return [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  }),
);

test('every room with a table is here', () => {
  const found = [...globSync('apps/exchange/src/*/refusals.ts', { cwd: root }), 'apps/demo/src/refusals.ts'];
  expect(found).toHaveLength(Object.keys(rooms).length);
});

test.each(all)('%s has the same placeholders in both languages', (_name, { zh, en }) => {
  expect(zh).toMatch(/\p{Script=Han}/u);
  expect(en).not.toMatch(/\p{Script=Han}/u);
  expect(placeholders(zh)).toEqual(placeholders(en));
});

test('a name belongs to one table', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every name is refused with', () => {
  expect(names.filter((name) => !quoted.has(name))).toEqual([]);
});

test('Binance has codes for refusals that exist', () => {
  expect(Object.keys(walletCodes).filter((name) => !names.includes(name))).toEqual([]);
});

test('phrases of the specification are unchanged', () => {
  expect(ledger.insufficientBalance.en).toBe('Balance low');
  expect(ledger.quantityTooSmall.en).toContain('Amount is not enough');
});
