import { expect, test } from 'vitest';
import { lineOf, readStatement } from './read-statement.ts';

const fileOf = (bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], 'statement.csv');

test('a file is read in its encoding, and refused in any other', async () => {
  expect(await readStatement(fileOf(new TextEncoder().encode('Müller;1,00')))).toEqual({ text: 'Müller;1,00' });
  expect(await readStatement(fileOf(Uint8Array.from([0x4d, 0xfc, 0x6c])))).toBe('notEncoded');
  expect(await readStatement(fileOf(Uint8Array.from([0x4d, 0xfc, 0x6c])), 'windows-1252')).toEqual({ text: 'Mül' });
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>';
  const bytes = Uint8Array.from(xml, (char) => char.charCodeAt(0));
  expect(await readStatement(fileOf(bytes))).toEqual({ text: xml });
  expect(await readStatement(fileOf(bytes), 'gb18030')).toEqual({ text: xml });
  expect(await readStatement(fileOf(new Uint8Array()))).toBe('empty');
  expect(await readStatement(fileOf(new Uint8Array(1_000_001).fill(0x20)))).toBe('tooLarge');
});

test('the line that is wrong is shown as the file has it', () => {
  expect(lineOf('a\r\n  <Amt>1.000,00</Amt>\nc', 2)).toBe('<Amt>1.000,00</Amt>');
  expect(lineOf('a', 7)).toBe('');
  expect(lineOf('x'.repeat(1000), 1)).toHaveLength(300);
});
