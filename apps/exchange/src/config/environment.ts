import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

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
    const former = whereItWent(name.replace(/_FILE$/, ''));
    const near = nearest(name, names);
    if (former !== null) problems.push(`${name} is no longer a setting: ${former}`);
    else if (near !== null) problems.push(`${name} is not a setting: did you mean ${near}?`);
    else if (ownWords.has(name.split('_', 1)[0] ?? ''))
      problems.push(`${name} is not a setting: .env.example lists them all`);
  }
  return problems;
}

/** Networks by the word that their settings began with, and fields by how they ended, before all were in `NETWORKS`. */
const formerNetworks: Readonly<Record<string, string>> = { ETHEREUM: 'ETH', SOLANA: 'SOL', EVM: 'ETH' };
const formerFields: Readonly<Record<string, string>> = {
  RPC_URL: 'nodes',
  RPC_URLS: 'nodes',
  RPC_URL_2: 'nodes',
  API_KEY: 'nodes',
  API_KEY_2: 'nodes',
  CHAIN_ID: 'chainId',
  CONFIRMATIONS: 'confirmations',
  FINALITY: 'finality',
  FINAL_SECONDS: 'finalSeconds',
  CONTRACTS: 'contracts',
  USDT: 'contracts',
  USDC: 'contracts',
  TRACES: 'traces',
  DISPERSE: 'disperse',
  EXPLORER_URL: 'explorer',
  FEE_MAX: 'feeMaxLamports',
  TITLE: 'title',
  COIN: 'coin',
  BLOCK_SECONDS: 'blockSeconds',
  MAX_GWEI: 'maxGwei',
  DATA_FEE: 'dataFee',
};
const inPostgres = 'the journal is in PostgreSQL alone (docs/operations/failover.md)';
const formerOthers: Readonly<Record<string, string>> = {
  EVM_NETWORKS: 'NETWORKS describes each network (docs/chains.md)',
  COLD_STORAGE: 'it is the field cold of each network in NETWORKS (docs/custody.md)',
  NATS_URL: inPostgres,
  NATS_REPLICAS: inPostgres,
  VAPID_SUBJECT: 'push services reach you at the address of MAIL_FROM',
};

/** Why a setting that names Tron is refused. */
export const withoutTron = 'FFT no longer follows Tron (docs/decisions/0110-drop-what-is-not-proven-or-used.md)';

/** Where a setting of an earlier release went; null for a name that never was one. */
function whereItWent(name: string): string | null {
  const [, word = '', end = ''] =
    /^(ETHEREUM|BSC|POLYGON|BASE|ARBITRUM|LTC|BTC|DOGE|TRON|SOLANA|EVM\d*)_(\w+)$/.exec(name) ?? [];
  const field = /^EVM\d/.test(word) && end === 'CONTRACTS' ? 'coins' : formerFields[end];
  if (field !== undefined && word === 'TRON') return withoutTron;
  if (field !== undefined) return `NETWORKS has it as ${formerNetworks[word] ?? word}.${field} (docs/chains.md)`;
  return formerOthers[name] ?? null;
}

function nearest(name: string, names: readonly string[]): string | null {
  if (name.length < minTypoLength) return null;
  const plain = name.replace(/_FILE$/, '');
  return names.find((known) => known.length >= minTypoLength && distance(known, plain) <= maxTypos) ?? null;
}
