import { expect, test } from 'vitest';
import { accessesIn, readOwnership, tablesDeclaredIn } from './tables.ts';

const declared = `export interface ShopTables {
  /** Sold. */
  goods: {
    id: number;
  };
  shelves: Shelf;
}
export interface Shelf {
  place: number;
}
`;

test('the keys of a room’s tables are its tables', () => {
  expect(tablesDeclaredIn(declared)).toEqual(['goods', 'shelves']);
});

test('reads and writes are found in builders and in SQL', () => {
  const tables = new Set(['goods', 'shelves', 'bills']);
  const text =
    "db.selectFrom('goods').innerJoin('shelves as s', 's.id', 'goods.id'); sql`delete from bills where id in (select id from goods)`;";
  expect(accessesIn('a.ts', text, tables)).toEqual([
    { path: 'a.ts', table: 'goods', writes: false },
    { path: 'a.ts', table: 'shelves', writes: false },
    { path: 'a.ts', table: 'bills', writes: true },
  ]);
});

test('another room’s use of a table is foreign, the owner’s isn’t', () => {
  const server = 'apps/exchange/src';
  const files = new Map([
    [`${server}/shop/tables.ts`, declared],
    [`${server}/shop/sell.ts`, "db.insertInto('goods')"],
    [`${server}/admin/peek.ts`, "db.updateTable('goods')"],
    [`${server}/database/copy.ts`, "db.selectFrom('goods')"],
  ]);
  expect(readOwnership(files).foreign).toEqual([{ path: `${server}/admin/peek.ts`, table: 'goods', writes: true }]);
});
