import { expect, test } from 'vitest';
import { AskedId } from './asked-id.ts';
import { IdTexts } from './id-texts.ts';

function asked(id: string): AskedId {
  const read = new AskedId();
  expect(read.read(1000, 0, id, 0)).toBe(true);
  return read;
}

test('reads back what was put, and tells a text from others of its length', () => {
  const texts = new IdTexts();
  texts.put(asked('before'));
  const at = texts.put(asked('order-1'));
  texts.put(asked('2'));
  expect(texts.read(at, 7)).toBe('order-1');
  expect(texts.equals(at, asked('order-1'))).toBe(true);
  expect(texts.equals(at, asked('order-2'))).toBe(false);
  expect(texts.equals(at, asked('Order-1'))).toBe(false);
});

test('over many chunks, texts that are held or moved stay as they are while others come and go', () => {
  const texts = new IdTexts();
  const held: { at: number; text: string }[] = [];
  const passing: number[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    const text = `${index}-`.padEnd(40, 'x');
    const at = texts.put(asked(text));
    if (index % 1000 === 0) held.push({ at, text });
    else passing.push(at);
    for (const one of held) if (index % 5000 === 4999) one.at = texts.move(one.at, one.text.length);
    const oldest = passing.length > 2000 ? passing.shift() : undefined;
    if (oldest !== undefined) texts.release(oldest);
  }
  for (const { at, text } of held) expect(texts.read(at, text.length)).toBe(text);
});
