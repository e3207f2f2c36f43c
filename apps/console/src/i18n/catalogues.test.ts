import { expect, test } from 'vitest';
import type { Texts } from './texts.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./texts.ts'], {
  eager: true,
});

/** Every text with its path; a text that takes values is called with numbers. */
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
  '%s has the same non-empty texts in both languages, and no Chinese in the English ones',
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
