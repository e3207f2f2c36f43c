import type { actTexts } from '../../i18n/acts.ts';

type ActTexts = (typeof actTexts)['en'];

/** Translates a target of the audit log (`customer 1004`). An unknown target is returned unchanged. */
export function wordsOfTarget(target: string, t: ActTexts): string {
  if (target === 'page about') return t.aboutPage;
  const [, count] = /^(\d+) customers$/.exec(target) ?? [];
  if (count !== undefined) return t.customers(count);
  const [, kind = '', name = ''] = /^([a-z]+) (.+)$/.exec(target) ?? [];
  const kinds: Readonly<Record<string, string>> = t.targets;
  const word = kinds[kind];
  return word === undefined ? target : `${word} ${name}`;
}

/** The customer that a target names, or null. */
export function customerIn(target: string): string | null {
  return /^customer (\d+)$/.exec(target)?.[1] ?? null;
}
