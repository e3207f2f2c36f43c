import { expect, test } from 'vitest';
import { apiPage, everyCall, untested } from '../../scripts/api-docs/api-page.ts';
import { testsOf } from '../../scripts/api-docs/find-tests.ts';
import { readTestFiles } from '../../scripts/api-docs/test-files.ts';
import { read, root } from './project-files.ts';

const files = readTestFiles(root);

test('every call of the contract is tested', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(untested(files)).toEqual([]);
});

test('a test is found by the name of its call and by its path, and by nothing else', () => {
  const [first] = everyCall();
  expect(first).toBeDefined();
  if (!first) return;
  const { area, name, call } = first;
  const found = (text: string) => testsOf([{ path: 'a.test.ts', text }], area, name, call).length === 1;
  expect([`who.call(calls.${area}.${name}, {})`, `get('${call.path}')`, `\`${call.path}?lang=en\``].map(found)).toEqual(
    [true, true, true],
  );
  expect([`calls.${area}.${name}More`, `'${call.path}x'`, `${area} ${name}`].map(found)).toEqual([false, false, false]);
  expect(untested([]).length).toBe(everyCall().length);
});

test('the page about the API is what `npm run api-docs` makes', () => {
  expect(read('docs/api.md')).toBe(apiPage(files));
});
