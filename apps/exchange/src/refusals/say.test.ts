import { expect, test } from 'vitest';
import { say, type Message } from './say.ts';

const least: Message = { zh: '低于 {min}', en: 'At least {min}' };

test('placeholders are filled in as plain text', () => {
  expect(say(least, 'en', { min: 'a while' })).toBe('At least a while');
  expect(say(least, 'zh', { min: '$&' })).toBe('低于 $&');
  expect(say(least, 'en', { max: 1 })).toBe('At least {min}');
  expect(say(least, 'zh', { min: { zh: '一', en: 'one' } })).toBe('低于 一');
});

test('numbers have separators of thousands and no zeros at their end, ids and texts have none', () => {
  expect(say(least, 'en', { min: '1234567.00012345' })).toBe('At least 1,234,567.00012345');
  expect(say(least, 'zh', { min: 1000 })).toBe('低于 1,000');
  expect(say(least, 'zh', { min: '5.000000' })).toBe('低于 5');
  expect(say(least, 'en', { min: '0.10' })).toBe('At least 0.1');
  expect(say({ zh: '编号 {traceId}', en: 'Quote {traceId}' }, 'en', { traceId: '12345678' })).toBe('Quote 12345678');
});
