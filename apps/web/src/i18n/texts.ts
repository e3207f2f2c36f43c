import { whole } from './whole.ts';

/** The texts of one area in both languages. A key that only one of them has is a type error. */
export interface Texts<Catalogue> {
  readonly zh: Catalogue;
  readonly en: Catalogue;
}

export function defineTexts<Catalogue>({
  zh,
  en,
}: {
  readonly zh: Catalogue;
  readonly en: NoInfer<Catalogue>;
}): Texts<Catalogue> {
  return { zh, en: wholeWords(en) };
}

type Made = (...values: readonly unknown[]) => unknown;

/** Every text of a catalogue, with words that no line's end breaks. */
function wholeWords<Catalogue>(node: Catalogue): Catalogue;
function wholeWords(node: unknown): unknown {
  if (typeof node === 'string') return whole(node);
  if (isMade(node)) return (...values: readonly unknown[]) => wholeWords(node(...values));
  if (Array.isArray(node)) return node.map((each: unknown) => wholeWords(each));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]: [string, unknown]) => [key, wholeWords(value)]));
}

const isMade = (node: unknown): node is Made => typeof node === 'function';
