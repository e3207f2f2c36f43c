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
  expect(say(messages.flood, 'en', { seconds: 3 })).toBe('Too many requests. Try again in 3 s');
  expect(say(messages.quantityTooSmall, 'zh', { min: '$&' })).toBe('数量不足，最少 $&');
});
