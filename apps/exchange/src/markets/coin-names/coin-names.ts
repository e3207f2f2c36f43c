import type { CoinNames } from '@fft/contract';
import { pinyin } from 'pinyin-pro';
import type { AssetSeed } from '../../ledger/listings/seeds.ts';
import { aliases } from './aliases.ts';

/** Names don't change while this entry's do not: pinyin is looked up once. */
const known = new Map<string, CoinNames>();

/** An asset's names, and the words that a search finds it by beside them. */
export function coinNamesOf({ code, name }: Pick<AssetSeed, 'code' | 'name'>): CoinNames {
  const before = known.get(code);
  if (before && before.name.zh === name.zh && before.name.en === name.en) return before;
  const called = aliases[code] ?? [];
  const words = [...called.map(foldWord), ...[name.zh, ...called].flatMap(spellingsOf)];
  const names = { coin: code, name: { zh: name.zh, en: name.en }, words: [...new Set(words)] };
  known.set(code, names);
  return names;
}

const foldWord = (word: string): string => word.toLowerCase().replaceAll(' ', '');

/** The pinyin of a text's Chinese characters, and its initials. */
function spellingsOf(text: string): readonly string[] {
  const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' });
  if (syllables.length < 2) return syllables;
  return [syllables.join(''), syllables.map((syllable) => syllable[0]).join('')];
}
