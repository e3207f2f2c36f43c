import { isThisMachine } from './is-this-machine.ts';

type Given = Readonly<Record<string, string | undefined>>;

const demandedInProduction: readonly (readonly [name: string, why: string])[] = [
  ['DATABASE_URL', 'the embedded database is for the demo'],
  ['SMTP_URL', 'the demo mailbox shows everybody every code'],
  ['MAIL_FROM', 'customers must see who writes to them'],
  ['CODE_SECRET', 'a made-up secret is for the demo'],
  ['PASSWORD_PEPPER', 'a made-up secret is for the demo'],
  ['WITHDRAWAL_MAC_KEY', 'a made-up secret is for the demo'],
];

/** Whether a database's address says nothing of how the way to it is guarded, and it isn't on this machine. */
function isOpen(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url !== null && !isThisMachine(url.hostname) && !url.searchParams.has('sslmode');
}

const nodes = ['EVM_RPC_URL', 'LTC_RPC_URL', 'BTC_RPC_URL', 'TRON_RPC_URL'];

/**
 * The setting by which this is no trial on one machine: a node of a chain, a database or a journal elsewhere, an address that others reach. null: none.
 * Then production is the default: a forgotten MODE must not open the demo's doors (its mailbox, faucet and operators) to customers.
 */
export function realThing(given: Given): string | null {
  const elsewhere = (name: string): boolean => {
    const host = URL.parse(given[name] ?? '')?.hostname;
    return host !== undefined && !isThisMachine(host);
  };
  const node = nodes.find((name) => given[name] !== undefined);
  if (node !== undefined) return node;
  const remote = ['DATABASE_URL', 'NATS_URL', 'PUBLIC_URL', 'CONSOLE_URL', 'UPLOADS_URL'].find(elsewhere);
  if (remote !== undefined) return remote;
  return ['HOST', 'CONSOLE_HOST'].find((name) => given[name] !== undefined && !isThisMachine(given[name])) ?? null;
}

/** Says why production's rules apply where nobody asked for them. */
export function assumedProduction(name: string): string {
  return `MODE is not set, and ${name} is for real use, so this is production; set MODE=demo to try things out`;
}

/** What must not be in production, in words that say what to do. */
export function productionProblems(given: Given): string[] {
  const problems = demandedInProduction
    .filter(([name]) => given[name] === undefined)
    .map(([name, why]) => `${name} is needed in production: ${why}`);
  if (given['MAKER'] === 'on') problems.push('MAKER must be off in production: made-up prices are for the demo');
  if (given['DEMO_CHAIN'] === 'on') problems.push('DEMO_CHAIN must be off in production: its coins are worth nothing');
  const secrets = ['CODE_SECRET', 'PASSWORD_PEPPER', 'WITHDRAWAL_MAC_KEY'].flatMap((name) => given[name] ?? []);
  if (new Set(secrets).size < secrets.length)
    problems.push('CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY must differ');
  if (isOpen(given['DATABASE_URL'])) {
    problems.push(
      'DATABASE_URL leads to another machine in the clear: add ?sslmode=verify-full, or ?sslmode=disable where the network between is guarded',
    );
  }
  const consoleUrl = URL.parse(given['CONSOLE_URL'] ?? '');
  if (consoleUrl?.protocol === 'http:' && !isThisMachine(consoleUrl.hostname))
    problems.push('CONSOLE_URL must be https: operators send passwords and one-time links there');
  return [...problems, ...aloneProblems(given)];
}

/** Second nodes that confirm nothing, being the first one. */
export function nodeProblems(given: Given): string[] {
  return nodes
    .filter((name) => hostOf(given[`${name}_2`]) !== null && hostOf(given[`${name}_2`]) === hostOf(given[name]))
    .map((name) => `${name}_2 must be another node than ${name}`);
}

/** Chains that are followed by the word of one node. */
function aloneProblems(given: Given): string[] {
  if (given['ONE_NODE'] === 'believed') return [];
  return nodes
    .filter((name) => given[name] !== undefined && given[`${name}_2`] === undefined)
    .map(
      (name) =>
        `${name}_2 is needed in production: a node that lies could credit what never came (ONE_NODE=believed: go without)`,
    );
}

function hostOf(address: string | undefined): string | null {
  return URL.parse(address ?? '')?.host ?? null;
}
