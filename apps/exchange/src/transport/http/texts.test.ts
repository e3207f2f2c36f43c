import { fieldErrors } from '@fft/contract';
import { expect, test } from 'vitest';
import type { Message } from '../../refusals/say.ts';
import { fieldMessages } from './field-messages.ts';
import { texts } from './texts.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted();
const all: [string, Message][] = [...Object.entries(texts), ...Object.entries(fieldMessages)];

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
});
