import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Lang } from '@fft/contract';
import type { Page } from 'playwright-core';

const folder = new URL('../../../apps/web/src/', import.meta.url);

function leaves(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(leaves) : [];
}

/** Every text of the app that is only in the English catalogue. */
async function englishTexts(): Promise<ReadonlySet<string>> {
  const english = new Set<string>();
  const chinese = new Set<string>();
  const files = globSync('{i18n/*,**/*-texts}.ts', { cwd: fileURLToPath(folder), exclude: ['**/*.test.ts'] });
  for (const file of files) {
    const exported: unknown = await import(new URL(file, folder).href);
    if (typeof exported !== 'object' || exported === null) continue;
    const values: readonly unknown[] = Object.values(exported);
    for (const value of values) {
      if (typeof value !== 'object' || value === null || !('zh' in value) || !('en' in value)) continue;
      for (const text of leaves(value.en)) english.add(text);
      for (const text of leaves(value.zh)) chinese.add(text);
    }
  }
  return new Set([...english].filter((text) => !chinese.has(text)));
}

const english = await englishTexts();

/** All visible and accessible text of a page. */
const readTexts = `(() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (parentElement.closest('script, style, code')) continue;
    texts.push(data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push((element.getAttribute(name) ?? '').trim());
  }
  return [...new Set(texts)].filter((text) => text !== '');
})()`;

/** Two consecutive words in lower case: part of a sentence. */
const twoWords = /\b[A-Za-z]?[a-z]{2,} [a-z]{2,}\b/;

function isForeign(text: string, lang: Lang): boolean {
  return lang === 'en'
    ? /\p{Script=Han}/u.test(text)
    : (english.has(text) && /[a-z]{2}/.test(text)) || twoWords.test(text);
}

/** Texts of a page in the other language, except for the language switch. */
export async function findForeignTexts(page: Page, lang: Lang): Promise<readonly string[]> {
  const texts = await page.evaluate<readonly string[]>(readTexts);
  const switches = new Set(['中文', '简体中文', 'English', 'EN', '中']);
  return texts.filter((text) => isForeign(text, lang) && !switches.has(text));
}
