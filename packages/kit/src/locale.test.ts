import { expect, test } from 'vitest';
import { langOf } from './locale.ts';

test.each([
  ['zh-CN', 'zh'],
  ['en', 'en'],
  ['zh', 'en'],
  ['fr', 'en'],
  ['', 'en'],
  [null, 'zh'],
])('a stored locale of %s is %s', (stored, lang) => {
  expect(langOf(stored)).toBe(lang);
});
