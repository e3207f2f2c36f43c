import type { actTexts } from '../../i18n/acts.ts';

type ActTexts = (typeof actTexts)['en'];

/** What an act was done to, as the log writes it (`customer 1004`), in the operator's language. What isn't known stays as it is. */
export function wordsOfTarget(target: string, t: ActTexts): string {
  if (target === 'page about') return t.aboutPage;
  const [, count] = /^(\d+) customers$/.exec(target) ?? [];
  if (count !== undefined) return t.customers(count);
  const [, kind = '', name = ''] = /^([a-z]+) (.+)$/.exec(target) ?? [];
  const kinds: Readonly<Record<string, string>> = t.targets;
  const word = kinds[kind];
  return word === undefined ? target : `${word} ${name}`;
}

/** The customer that an act was done to; null where it was done to something else. */
export function customerIn(target: string): string | null {
  return /^customer (\d+)$/.exec(target)?.[1] ?? null;
}
