import type { actTexts } from '../../i18n/acts.ts';

type ActTexts = (typeof actTexts)['en'];

/** Translates a target of the audit log (`customer 1004`). An unknown target is returned unchanged. */
export function wordsOfTarget(target: string, t: ActTexts): string {
  if (target === 'page about') return t.aboutPage;
  const [, count] = /^(\d+) customers$/.exec(target) ?? [];
  if (count !== undefined) return t.customers(count);
  const [, payer] = /^fees of customer (\d+)$/.exec(target) ?? [];
  if (payer !== undefined) return t.feesOf(payer);
  const [, kind = '', name = ''] = /^(bank [a-z]+|[a-z]+) (.+)$/.exec(target) ?? [];
  const kinds: Readonly<Record<string, string>> = t.targets;
  const word = kinds[kind];
  return word === undefined ? target : `${word} ${name}`;
}

/** The target that an operator means, who types it as the log shows it; a bare number is a customer. Other text is returned unchanged. */
export function targetOf(typed: string, t: ActTexts): string {
  const text = typed.trim();
  if (/^\d+$/.test(text)) return `customer ${text}`;
  if (text === t.aboutPage) return 'page about';
  const [count = ''] = /\d+/.exec(text) ?? [];
  if (count !== '' && text === t.customers(count)) return `${count} customers`;
  if (count !== '' && text === t.feesOf(count)) return `fees of customer ${count}`;
  for (const [kind, word] of Object.entries(t.targets)) {
    const name = text.slice(word.length).trim();
    if (name !== '' && text.toLowerCase().startsWith(word.toLowerCase())) return `${kind} ${name}`;
  }
  return text;
}

/** The customer that a target names, or null. */
export function customerIn(target: string): string | null {
  return /^(?:fees of )?customer (\d+)$/.exec(target)?.[1] ?? null;
}
