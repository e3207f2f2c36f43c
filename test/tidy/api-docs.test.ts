import { expect, test } from 'vitest';
import { apiPage, everyCall, untested } from '../../scripts/api-docs/api-page.ts';
import { testsOf } from '../../scripts/api-docs/find-tests.ts';
import { readTestFiles } from '../../scripts/api-docs/test-files.ts';
import { read, root } from './project-files.ts';

const files = readTestFiles(root);

test('every call of the contract has a test', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(untested(files)).toEqual([]);
});

test('a test is found only by its call’s name or path', () => {
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

test('docs/api.md equals the output of `npm run api-docs`', () => {
  expect(read('docs/api.md')).toBe(apiPage(files));
});
