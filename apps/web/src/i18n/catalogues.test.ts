import { expect, test } from 'vitest';
import type { Texts } from './texts.ts';

const found = import.meta.glob<Record<string, unknown>>(
  ['./*.ts', '../**/*-texts.ts', '!**/*.test.ts', '!./{index,texts,whole}.ts'],
  { eager: true },
);
/** The modules by their subject: `forms` for `./forms.ts`, `home` for `../pages/home/home-texts.ts`. */
const modules = Object.fromEntries(
  Object.entries(found).map(([path, exported]) => [/([\w-]+?)(-texts)?\.ts$/.exec(path)?.[1] ?? path, exported]),
);

/** Every text with the path to it; a text that is made from values is called with numbers. */
function leaves(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String((node as (...values: number[]) => unknown)(1, 2, 3))]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

function isTexts(value: unknown): value is Texts<unknown> {
  return typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;
}

test.each(Object.entries(modules))(
  '%s has every text in both languages, and no Chinese in English',
  (_path, exported) => {
    const catalogues = Object.values(exported).filter(isTexts);
    expect(catalogues.length).toBeGreaterThan(0);
    for (const { zh, en } of catalogues) {
      expect(leaves(en).map(([path]) => path)).toEqual(leaves(zh).map(([path]) => path));
      expect([...leaves(zh), ...leaves(en)].filter(([, text]) => text.trim() === '')).toEqual([]);
      const switchesLanguage = (path: string): boolean => path.endsWith('.switchLanguage');
      const chinese = leaves(en).filter(([path, text]) => !switchesLanguage(path) && /\p{Script=Han}/u.test(text));
      expect(chinese).toEqual([]);
    }
  },
);

test.each(Object.entries(modules))('no line ends at the hyphen of a short word of %s', (_path, exported) => {
  const texts = Object.values(exported)
    .filter(isTexts)
    .flatMap(({ en }) => leaves(en));
  expect(texts.filter(([, text]) => /\b(log-(in|out)|e-mail)/i.test(text))).toEqual([]);
});

/** The specification's own words, wherever the app says them. */
test.each([
  ['forms', '.blank', 'Fields cannot be blank'],
  ['trade', '.faults.blank', 'Fields cannot be blank'],
  ['forms', '.passwordMismatch', 'The two passwords do not match'],
  ['withdraw', '.tooSmall', 'Amount is not enough'],
  ['trade', '.faults.belowMin', 'Amount is not enough'],
  ['trade', '.faults.belowMinAmount', 'Amount is not enough'],
  ['money', '.tooMuch', 'Balance low'],
  ['trade', '.faults.balanceLow', 'Balance low'],
])('of %s, %s says “%s”', (name, wanted, words) => {
  const catalogues = Object.values(modules[name] ?? {}).filter(isTexts);
  const text = catalogues.flatMap(({ en }) => leaves(en)).find(([path]) => path === wanted)?.[1];
  expect(text?.startsWith(words)).toBe(true);
});
