import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

type Variables = Readonly<Record<string, string | undefined>>;

/** What is set, and what of it can't be read. */
interface GivenSettings {
  readonly given: Record<string, string>;
  readonly problems: string[];
}

/** Reads what is set of these names. Secrets may lie in files, as containers and systemd hand them over: `NAME_FILE` says where the value of `NAME` is. */
export function readGiven(names: readonly string[], variables: Variables): GivenSettings {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = variables[`${name}_FILE`]?.trim() ?? '';
    const plain = variables[name]?.trim() ?? '';
    if (file !== '' && plain !== '') problems.push(`${name} and ${name}_FILE can't both be set`);
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

/** First words of names that are the exchange's alone. Others are used by other programs as well: systemd sets `JOURNAL_STREAM`. */
const ownWords: ReadonlySet<string> = new Set([
  'EVM',
  'LTC',
  'BTC',
  'TRON',
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
/** Read by the command line of operators, not by the exchange. */
const commandLineNames: readonly string[] = ['OPERATOR', 'OPERATOR_PASSWORD', 'OPERATOR_TOKEN'];
const typosMax = 2;
/** Shorter names are too near to others to tell a mistyped one. */
const typoLengthMin = 8;

/**
 * Variables that are meant for the exchange and name no setting of it: those that begin like its own, and those that are a letter or two away from one.
 * A limit whose name is mistyped would otherwise leave the default in force.
 */
export function unknownSettings(names: readonly string[], variables: Variables): string[] {
  const known = new Set([...names.flatMap((name) => [name, `${name}_FILE`]), ...commandLineNames]);
  const problems: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (known.has(name) || (value ?? '').trim() === '') continue;
    const near = nearest(name, names);
    if (near !== null) problems.push(`${name} is no setting: ${near} is`);
    else if (ownWords.has(name.split('_', 1)[0] ?? ''))
      problems.push(`${name} is no setting: .env.example lists them all`);
  }
  return problems;
}

function nearest(name: string, names: readonly string[]): string | null {
  if (name.length < typoLengthMin) return null;
  const plain = name.replace(/_FILE$/, '');
  return names.find((known) => known.length >= typoLengthMin && distance(known, plain) <= typosMax) ?? null;
}
