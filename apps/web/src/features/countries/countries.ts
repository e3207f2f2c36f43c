import type { Lang } from '@fft/contract';

/** ISO 3166-1, two letters each. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

export interface Country {
  readonly code: string;
  readonly name: string;
  /** Search terms besides the name. */
  readonly also: string;
}

const localeOf = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en');

/** A country's name in a language; its code if the browser doesn't know it. */
export function countryName(code: string, lang: Lang): string {
  return new Intl.DisplayNames(localeOf(lang), { type: 'region' }).of(code) ?? code;
}

/** All countries, sorted by name. */
export function listCountries(lang: Lang): readonly Country[] {
  const own = new Intl.DisplayNames(localeOf(lang), { type: 'region' });
  const other = new Intl.DisplayNames(localeOf(lang === 'zh' ? 'en' : 'zh'), { type: 'region' });
  const { compare } = new Intl.Collator(localeOf(lang));
  return codes
    .map((code) => ({ code, name: own.of(code) ?? code, also: `${other.of(code) ?? ''} ${code}` }))
    .toSorted((one, two) => compare(one.name, two.name));
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Countries whose name in either language, or code, contains the query, ignoring accents. Prefix matches come first. */
export function findCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return countries;
  const begins = countries.filter(({ name, code }) => plain(name).startsWith(wanted) || plain(code) === wanted);
  const has = countries.filter(({ name, also }) => plain(`${name} ${also}`).includes(wanted));
  return [...new Set([...begins, ...has])];
}
