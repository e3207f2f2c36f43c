import { given, plain, type Description } from './description.ts';

/** A form of `:86:` with words between slashes. */
interface Form {
  /** Words in the order in which the bank writes them. */
  readonly order: readonly string[];
  /** Words of which a payer decides the value, before the bank names the parties. */
  readonly payersOwn: readonly string[];
  /** Words that name the other side. */
  readonly parties: readonly string[];
}

interface Block {
  /** By word. Null if a word is out of place or comes twice before the remittance. */
  readonly values: ReadonlyMap<string, string> | null;
  /** What follows `/REMI/`: all of it is text. */
  readonly remittance: string | null;
}

const swift: Form = {
  order: 'TRTP TRCD RTRN MARF CSID EREF PREF KREF ORDP BENM NAME ID ADDR IBAN ACCT BIC CNTP PURP'.split(' '),
  payersOwn: ['EREF', 'PREF', 'KREF', 'MARF', 'CSID'],
  parties: ['ORDP', 'BENM', 'NAME', 'IBAN', 'ACCT'],
};
const ing: Form = {
  order: ['RTRN', 'CREF', 'EREF', 'PREF', 'IREF', 'MARF', 'CSID', 'CNTP', 'PURP'],
  payersOwn: ['CREF', 'EREF', 'PREF', 'IREF', 'MARF', 'CSID'],
  parties: ['CNTP'],
};
const abnAmro: Form = { order: ['TRTP', 'IBAN', 'BIC', 'CSID', 'NAME', 'MARF'], payersOwn: [], parties: [] };

/**
 * Reads the words up to `/REMI/`. They count in the bank's order, each once. Where a reference that the payer chose comes before the parties, and the
 * remittance names parties as well, the two can't be told apart: then no word counts.
 */
function blockOf(joined: string, { order, payersOwn, parties }: Form): Block | null {
  const words = new RegExp(`/(${order.join('|')})/`, 'g');
  const cut = joined.indexOf('/REMI/');
  const [head, remittance] = cut < 0 ? [joined, null] : [joined.slice(0, cut), joined.slice(cut + 6)];
  const found = [...head.matchAll(words)];
  if (found[0]?.index !== 0 && !(cut === 0)) return null;
  const places = found.map(([, word]) => order.indexOf(word ?? ''));
  const isOrdered = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  const values = new Map(
    found.map(({ 0: written, 1: word = '', index }, at) => [
      word,
      head.slice(index + written.length, found[at + 1]?.index).trim(),
    ]),
  );
  const isMixed =
    payersOwn.some((word) => values.has(word)) &&
    [...parties, 'REMI'].some((word) => remittance?.includes(`/${word}/`));
  return { values: isOrdered && !isMixed ? values : null, remittance };
}

/** SWIFT's words, as in `/EREF/…/ORDP//NAME/…/REMI/…`: a name counts after `/ORDP/` or `/BENM/` alone. */
export function readSwift(joined: string): Description {
  const block = blockOf(joined, swift);
  if (block === null) return plain(joined);
  const { values, remittance } = block;
  const hasParty = values !== null && (values.get('ORDP') === '' || values.get('BENM') === '');
  return {
    name: hasParty ? given(values.get('NAME')) : null,
    account: hasParty ? given(values.get('IBAN') ?? values.get('ACCT')) : null,
    text: (remittance ?? joined).trim(),
    endToEnd: given(values?.get('EREF')),
    isReturn: false,
    reason: given(values?.get('RTRN')),
  };
}

/** ING: `/EREF/…//CNTP/account/bank/name/city///REMI/USTD//text/`. */
export function readIng(joined: string): Description {
  const block = blockOf(joined, ing);
  if (block === null) return plain(joined);
  const { values, remittance } = block;
  const value = (word: string): string | null => given(values?.get(word)?.replace(/\/+$/, ''));
  const [account, , name] = values?.get('CNTP')?.split('/') ?? [];
  const text = /^USTD\/\/([^]*?)\/?$/.exec(remittance ?? '') ?? /^STRD\/[A-Z]{3}\/([^]*?)\/?$/.exec(remittance ?? '');
  return {
    name: given(name),
    account: given(account),
    text: (text?.[1] ?? remittance ?? joined).trim(),
    endToEnd: value('EREF'),
    isReturn: false,
    reason: value('RTRN'),
  };
}

/** ABN AMRO: parties before any text, `/EREF/` as the last word, after the remittance. */
export function readAbnAmro(joined: string): Description {
  const block = joined.startsWith('/TRTP/') ? blockOf(joined, abnAmro) : null;
  if (block === null) return plain(joined);
  const { values, remittance } = block;
  const [, text, reference] = /^([^]*)\/EREF\/([^/]*)$/.exec(remittance ?? '') ?? [];
  return {
    name: given(values?.get('NAME')),
    account: given(values?.get('IBAN')),
    text: (text ?? remittance ?? joined).trim(),
    endToEnd: given(reference),
    isReturn: false,
    reason: null,
  };
}
