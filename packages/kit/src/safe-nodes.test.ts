import { expect, test } from 'vitest';
import { allowedTag, safeLink } from './safe-nodes.ts';

test.each([
  ['https://status.example/x', 'https://status.example/x'],
  ['mailto:help@mail.example', 'mailto:help@mail.example'],
  ['/reference', '/reference'],
  ['#/pages/content/index', '#/pages/content/index'],
  ['javascript:alert(1)', null],
  ['JaVaScript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['http://plain.example', null],
  ['data:text/html,x', null],
  [null, null],
])('the link %s leads to %s', (href, link) => {
  expect(safeLink(href)).toBe(link);
});

test.each(['script', 'IFRAME', 'img', 'style', 'svg', 'form', 'object', 'base'])('%s is dropped', (name) => {
  expect(allowedTag(name)).toBeUndefined();
});

test('tag names are case-insensitive', () => {
  expect(allowedTag('STRONG')).toBe('strong');
});
