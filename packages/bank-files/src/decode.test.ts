import { expect, test } from 'vitest';
import { BankFileError, decodeFile, readStatements } from './index.ts';

const xml = (encoding: string): string =>
  `<?xml version='1.0' encoding="${encoding}"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><a>Müller – €</a></Document>`;
// € and – are in windows-1252 alone.
const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => ({ '€': 0x80, '–': 0x96 })[char] ?? char.charCodeAt(0));

test.each(['ISO-8859-1', 'iso-8859-1', 'windows-1252'])('XML is decoded as it declares: %s', (encoding) => {
  expect(decodeFile(latin(xml(encoding)))).toContain('Müller – €');
  // Whatever the account declares for its other files.
  expect(decodeFile(latin(xml(encoding)), () => 'gb18030')).toContain('Müller – €');
});

test('other files are decoded as their account declares, and UTF-8 by default', () => {
  const text = ':20:x\n:86:Müller';
  expect(decodeFile(latin(text), () => 'iso-8859-1')).toBe(text);
  expect(decodeFile(Buffer.from(text))).toBe(text);
  expect(decodeFile(Uint8Array.of(0xb8, 0xbd, 0xd1, 0xd4), () => 'gb18030')).toBe('附言');
});

test.each([
  ['bytes of another encoding', () => decodeFile(latin('a\nMüller')), 'encoding 2'],
  ['an encoding that no bank may use', () => decodeFile(latin(xml('UTF-16'))), 'encoding 1'],
  ['UTF-8 where XML declares it and isn’t', () => decodeFile(latin(xml('UTF-8'))), 'encoding 2'],
  [
    'a declaration that the text contradicts',
    () => readStatements(xml('UTF-7').replace(/–/, '-'), 'camt054', []),
    'encoding 1',
  ],
])('%s is refused', (_, act, refused) => {
  let found = 'read';
  try {
    act();
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    found = `${error.problem} ${error.line}`;
  }
  expect(found).toBe(refused);
});
