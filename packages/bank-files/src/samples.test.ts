import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeFile, formatOf, readStatements, recogniseDialect, type ExpectedAccount } from './index.ts';

const folder = new URL('../testing/samples/', import.meta.url);

/** What a sample's file says, beside it. */
interface Sample {
  readonly account: ExpectedAccount;
  readonly statements: readonly { readonly entries: readonly object[] }[];
}

const samples = readdirSync(folder).filter((name) => !name.endsWith('.json'));

test('there are samples of more than twelve banks', () => {
  expect(samples.length).toBeGreaterThan(12);
});

test.each(samples)('%s is read entry by entry', (name) => {
  const { account, statements } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Sample;
  const text = decodeFile(readFileSync(new URL(name, folder)), () => account.encoding ?? 'utf-8');
  const read = readStatements(text, formatOf(text), [account]);
  expect(read).toMatchObject(statements.map((statement) => ({ kind: 'read', statement })));
  expect(read.map((one) => (one.kind === 'read' ? one.statement.entries.length : -1))).toEqual(
    statements.map(({ entries }) => entries.length),
  );
  if (formatOf(text) === 'mt940') expect(recogniseDialect(text)).toBe(account.dialect ?? 'unstructured');
});
