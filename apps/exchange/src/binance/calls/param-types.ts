import { ApiError } from '../api-error.ts';
import { millisecondsOf } from '../clock.ts';
import { illegalCharacters, invalidData } from '../errors.ts';
import type { ReadText } from './params.ts';

const integerRange = '^[0-9]{1,20}$';
const symbolRange = '^[A-Z0-9-_.]{1,20}$';
const symbolsRange = String.raw`^\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\]$`;

/** Text of a form. */
export function textOf(range: string): ReadText<string> {
  const form = new RegExp(range);
  return (text, name) => {
    if (!form.test(text)) throw illegalCharacters(name, range);
    return text;
  };
}

/** A market's name; the handler finds it. */
export const symbol = textOf(symbolRange);

const decimalRange = String.raw`^([0-9]{1,20})(\.[0-9]{1,20})?$`;

/** A decimal that is not negative, as text. */
export const decimal = textOf(decimalRange);

/** An asset's code. */
export const assetCode = textOf('^[A-Z0-9]{1,10}$');

/** The name of a network over which coins come and go. */
export const networkCode = textOf('^[A-Z0-9-]{1,20}$');

/** A caller's own id. */
export const requestId = textOf('^[A-Za-z0-9_-]{1,64}$');

const integerText = textOf(integerRange);

/** A whole number from `min` on. Beyond `max` it is `max`, as on Binance. */
export function integer({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
}: { readonly min?: number; readonly max?: number } = {}): ReadText<number> {
  return (text, name) => {
    const value = Number(integerText(text, name));
    if (value < min) throw invalidData(name);
    return Math.min(value, max);
  };
}

/** The most rows of an answer. */
export const limitTo = (max: number): ReadText<number> => integer({ min: 1, max });

/** A time in milliseconds, sent in milliseconds or microseconds. */
export const time: ReadText<number> = (text, name) => millisecondsOf(integer()(text, name));

/** One of these names; another is refused with `refusal` or −1130. */
export function oneOf<Name extends string>(names: readonly Name[], refusal?: readonly [code: number, text: string]) {
  const known: ReadonlyMap<string, Name> = new Map(names.map((name) => [name, name]));
  return (text: string, name: string): Name => {
    const found = known.get(text);
    if (found !== undefined) return found;
    throw refusal ? new ApiError(400, ...refusal) : invalidData(name);
  };
}

/** `true` or `false`. */
export const flag: ReadText<boolean> = (text, name) => {
  const lower = text.toLowerCase();
  if (lower !== 'true' && lower !== 'false') throw illegalCharacters(name, '^(true|false)$');
  return lower === 'true';
};

/** Names of markets as JSON: `["BTCUSDT","BNBUSDT"]`. */
export const symbolList: ReadText<readonly string[]> = (text, name) => {
  if (!new RegExp(symbolsRange).test(text)) throw illegalCharacters(name, symbolsRange);
  const names = text.slice(1, -1).split(',');
  if (names[0] === '') throw invalidData(name);
  const symbols = names.map((quoted) => quoted.slice(1, -1));
  if (new Set(symbols).size < symbols.length)
    throw new ApiError(400, -1151, 'Symbol is present multiple times in the list.');
  return symbols;
};
