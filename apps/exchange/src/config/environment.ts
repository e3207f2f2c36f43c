import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

type Variables = Readonly<Record<string, string | undefined>>;

/** The values that are set, and problems of reading them. */
interface GivenSettings {
  readonly given: Record<string, string>;
  readonly problems: string[];
}

/** Reads the variables of these names. `NAME_FILE` names a file with the value of `NAME`, as containers and systemd provide secrets. */
export function readGiven(names: readonly string[], variables: Variables): GivenSettings {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = variables[`${name}_FILE`]?.trim() ?? '';
    const plain = variables[name]?.trim() ?? '';
    if (file !== '' && plain !== '') problems.push(`${name} and ${name}_FILE can't both be set: remove one`);
    const value = file === '' ? plain : readValue(file);
    if (value === null) problems.push(`${name}_FILE names a file that can't be read`);
    else if (value !== '') given[name] = value;
  }
  return { given, problems };
}

function readValue(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** First words of names that only the exchange uses. Other words occur in other programs' names too: systemd sets `JOURNAL_STREAM`. */
const ownWords: ReadonlySet<string> = new Set([
  'EVM',
  'ETHEREUM',
  'BSC',
  'POLYGON',
  'ARBITRUM',
  'LTC',
  'DOGE',
  'BTC',
  'TRON',
  'SOLANA',
  'COLD',
  'WITHDRAWAL',
  'REVIEW',
  'FOUR',
  'IDENTITY',
  'TRUSTED',
  'CONSOLE',
  'DEMO',
  'ALARM',
  'CODES',
  'ORDERS',
  'BOOKS',
  'UPLOADS',
]);
/** Read by the operators' command line, not by the exchange. */
const commandLineNames: readonly string[] = ['OPERATOR', 'OPERATOR_PASSWORD', 'OPERATOR_TOKEN'];
const maxTypos = 2;
/** Shorter names are too close to others to detect a typo. */
const minTypoLength = 8;

/**
 * Reports variables that look like settings but are none: they begin like one, or are a letter or two away from one.
 * A mistyped limit would otherwise leave the default in force.
 */
export function unknownSettings(names: readonly string[], variables: Variables): string[] {
  const known = new Set([...names.flatMap((name) => [name, `${name}_FILE`]), ...commandLineNames]);
  const problems: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (known.has(name) || (value ?? '').trim() === '') continue;
    const network = /^EVM\d+_/.exec(name)?.[0];
    // Another network's setting is as near as its chain id.
    const own = network === undefined ? names : names.filter((one) => one.startsWith(network));
    const near = nearest(name, own);
    if (near !== null) problems.push(`${name} is not a setting: did you mean ${near}?`);
    else if (network !== undefined && own.length === 0)
      problems.push(...unlisted(name, network.slice(0, -1), variables));
    else if (network !== undefined || ownWords.has(name.split('_', 1)[0] ?? ''))
      problems.push(`${name} is not a setting: .env.example lists them all`);
  }
  return problems;
}

/** The problem of a setting whose network the list lacks. A list that must not have that network has a problem of its own. */
function unlisted(name: string, network: string, { EVM_NETWORKS: listed = '' }: Variables): string[] {
  if (listed.split(',').some((one) => one.trim() === network)) return [];
  return [`${name} is not a setting: EVM_NETWORKS does not list ${network}`];
}

function nearest(name: string, names: readonly string[]): string | null {
  if (name.length < minTypoLength) return null;
  const plain = name.replace(/_FILE$/, '');
  return names.find((known) => known.length >= minTypoLength && distance(known, plain) <= maxTypos) ?? null;
}
