import { expect, test } from 'vitest';
import { IdBytes } from './id-bytes.ts';

test('reads back what was put, and tells a text from its beginning and its continuation', () => {
  const texts = new IdBytes();
  texts.put('before');
  const at = texts.put('order-1');
  texts.put('2');
  expect(texts.read(at, 7)).toBe('order-1');
  expect(texts.equals(at, 7, 'order-1')).toBe(true);
  expect(texts.equals(at, 7, 'order-2')).toBe(false);
  expect(texts.equals(at, 7, 'order-')).toBe(false);
  expect(texts.equals(at, 7, 'order-12')).toBe(false);
});

test('over many chunks, texts that are held stay as they are while others come and go', () => {
  const texts = new IdBytes();
  const held: { at: number; text: string }[] = [];
  const passing: number[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    const text = `${index}-`.padEnd(40, 'x');
    const at = texts.put(text);
    if (index % 1000 === 0) held.push({ at, text });
    else passing.push(at);
    const oldest = passing.length > 2000 ? passing.shift() : undefined;
    if (oldest !== undefined) texts.release(oldest);
  }
  for (const { at, text } of held) expect(texts.read(at, text.length)).toBe(text);
});
