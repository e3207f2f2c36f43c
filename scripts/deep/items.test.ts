import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deepItems } from './items.ts';

const root = join(import.meta.dirname, '../..');
const items = deepItems(root);
const seeded = items.filter((item) => item.seeded !== null);

test('every drill, fuzz, simulation, comparison and bank case has seeds that go on', () => {
  expect(seeded.map(({ name }) => name).toSorted()).toEqual([
    'bank cases',
    'banks/killed-imports',
    'cluster-drill/cluster-drill',
    'custody-drill/custody-drill',
    'drill/drill',
    'fuzz/console',
    'npm run differential',
    'npm run fuzz',
    'npm run fuzz:signatures',
    'npm run simulate',
    'symbol-filters/symbol-filters',
  ]);
});

test.each(['node', 'python', 'go', 'rust', 'java'])(
  'an item about clients in %s needs the page, and the programs that trade by its snippets',
  (language) => {
    const item = items.find(({ name }) => name === `binance-clients/foreign/${language}-clients`);
    const [, ...more] = item?.roots ?? [];
    const [page, ...drivers] = more.toReversed();
    expect(page).toBe('docs/binance-clients.md');
    expect(drivers.length).toBeGreaterThan(1);
    // What an item doesn't need can't be its own.
    for (const path of more) expect(item?.own?.some((begin) => path.startsWith(begin))).toBe(true);
  },
);

test('a seeded program gets its seed and its canary by words, and a test file reads the seed from the environment', () => {
  for (const { name, roots, command, seeded: one } of seeded) {
    const canary = one?.canary.command(4711) ?? [];
    expect([name, canary.includes('--canary') || canary.includes(roots[0] ?? '')]).toEqual([name, true]);
    const isGiven = name.startsWith('npm run')
      ? command(4711).includes('4711')
      : readFileSync(join(root, roots[0] ?? ''), 'utf8').includes("process.env['DEEP_SEED']");
    expect([name, isGiven]).toEqual([name, true]);
  }
});

test('what installs packages of other languages is marked: a machine may reach npm and Debian alone', () => {
  const marked = items.filter(({ installs }) => installs === true).map(({ name }) => name);
  const wanted = ['go', 'java', 'node', 'python', 'rust'].map(
    (language) => `binance-clients/foreign/${language}-clients`,
  );
  expect(marked).toEqual([
    ...wanted,
    'generated-clients/generated-clients',
    'generated-clients/schemathesis',
    'python-client',
  ]);
});
