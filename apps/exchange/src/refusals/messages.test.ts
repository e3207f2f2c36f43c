import { fieldErrors } from '@fft/contract';
import { expect, test } from 'vitest';
import { fieldMessages, messages, say, type Message } from './messages.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted();
const all: [string, Message][] = [...Object.entries(messages), ...Object.entries(fieldMessages)];

test.each(all)('%s has the same placeholders in both languages', (_key, { zh, en }) => {
  expect(zh).toMatch(/\p{Script=Han}/u);
  expect(en).not.toMatch(/\p{Script=Han}/u);
  expect(placeholders(zh)).toEqual(placeholders(en));
});

test('every field error has a message', () => {
  expect(Object.keys(fieldMessages).toSorted()).toEqual([...fieldErrors].toSorted());
});

test('phrases of the specification are unchanged', () => {
  expect(fieldMessages.blank.en).toBe('Fields cannot be blank');
  expect(fieldMessages.passwordMismatch.en).toBe('The two passwords do not match');
  expect(messages.insufficientBalance.en).toBe('Balance low');
  expect(messages.quantityTooSmall.en).toContain('Amount is not enough');
});

test('placeholders are filled in as plain text', () => {
  expect(say(messages.flood, 'en', { wait: 'a while' })).toBe('Too many requests. Try again in a while');
  expect(say(messages.quantityTooSmall, 'zh', { min: '$&' })).toBe('低于最小数量 $&');
});

test('numbers have separators of thousands and no zeros at their end, ids and texts have none', () => {
  expect(say(messages.quantityTooSmall, 'en', { min: '1234567.00012345' })).toBe(
    'Amount is not enough: at least 1,234,567.00012345',
  );
  expect(say(messages.quantityTooLarge, 'zh', { max: 1000 })).toBe('数量超过上限 1,000');
  expect(say(messages.notionalTooSmall, 'zh', { min: '5.000000' })).toBe('低于最小金额 5');
  expect(say(messages.priceOffTick, 'en', { step: '0.10' })).toContain('0.1');
  expect(say(messages.internal, 'en', { traceId: '12345678' })).toContain('12345678');
});
