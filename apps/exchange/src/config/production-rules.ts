import { serverUrls } from '@fft/postgres';
import { followedNodes, hostCount, type Networks } from './networks.ts';
import { isThisMachine } from './value-forms.ts';

type Given = Readonly<Record<string, string | undefined>>;

const requiredInProduction: readonly (readonly [name: string, why: string])[] = [
  ['DATABASE_URL', 'the embedded database is only for the demo'],
  ['SMTP_URL', 'the demo mailbox shows every code to anyone'],
  ['MAIL_FROM', 'customers must recognise the sender'],
  ['CODE_SECRET', 'a generated secret is only for the demo'],
  ['PASSWORD_PEPPER', 'a generated secret is only for the demo'],
  ['WITHDRAWAL_MAC_KEY', 'a generated secret is only for the demo'],
];

/** A shorter wait protects no one. */
const minWaitSeconds = 3_600;

/** True if a database's URL names another machine and no sslmode. */
function isUnencrypted(address: string | undefined): boolean {
  return serverUrls(address ?? '').some((server) => {
    const url = URL.parse(server);
    return url !== null && !isThisMachine(url.hostname) && !url.searchParams.has('sslmode');
  });
}

/**
 * Returns the setting that shows that this is not a trial on one machine: a chain's node, a remote database, an address that others can reach; null if there is none.
 * Production is then the default: a forgotten MODE must not open the demo's mailbox, faucet and operators to customers.
 */
export function realUseSetting(given: Given, networks: Networks): string | null {
  const elsewhere = (name: string): boolean =>
    serverUrls(given[name] ?? '').some((address) => {
      const host = URL.parse(address)?.hostname;
      return host !== undefined && !isThisMachine(host);
    });
  if (followedNodes(networks).length > 0) return 'NETWORKS';
  const remote = ['DATABASE_URL', 'STANDBY_URL', 'PUBLIC_URL', 'CONSOLE_URL', 'UPLOADS_URL', 'ARCHIVE_URL'].find(
    elsewhere,
  );
  if (remote !== undefined) return remote;
  return ['HOST', 'CONSOLE_HOST'].find((name) => given[name] !== undefined && !isThisMachine(given[name])) ?? null;
}

/** Explains why production's rules apply although MODE is not set. */
export function assumedProduction(name: string): string {
  return `MODE is not set, and ${name} is for real use, so production rules apply; set MODE=demo to try FFT out`;
}

/** Problems that keep production from starting, each with its remedy. */
export function productionProblems(given: Given, networks: Networks): string[] {
  const problems = requiredInProduction
    .filter(([name]) => given[name] === undefined)
    .map(([name, why]) => `${name} is required in production: ${why}`);
  if (given['MAKER'] === 'on') problems.push('MAKER must be off in production: its prices are not real');
  if (given['DEMO_BANK'] === 'on') problems.push('DEMO_BANK must be off in production: its money is worthless');
  if (given['DEMO_CHAIN'] === 'on') problems.push('DEMO_CHAIN must be off in production: its coins are worthless');
  if (Number(given['WITHDRAWAL_WAIT_SECONDS'] ?? minWaitSeconds) < minWaitSeconds) {
    problems.push(
      `WITHDRAWAL_WAIT_SECONDS must be at least ${minWaitSeconds} in production: the owner of a taken-over account needs time to notice`,
    );
  }
  const secrets = ['CODE_SECRET', 'PASSWORD_PEPPER', 'WITHDRAWAL_MAC_KEY'].flatMap((name) => given[name] ?? []);
  if (new Set(secrets).size < secrets.length)
    problems.push('CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY must differ from each other');
  for (const name of ['DATABASE_URL', 'STANDBY_URL'].filter((each) => isUnencrypted(given[each]))) {
    problems.push(
      `${name} connects to another machine without TLS: add ?sslmode=verify-full, or ?sslmode=disable if the network is secure`,
    );
  }
  if (given['PUSH_SERVICES']?.includes('://'))
    problems.push(
      'PUSH_SERVICES may only list hosts in production: pushes go over https to no address of this machine',
    );
  const consoleUrl = URL.parse(given['CONSOLE_URL'] ?? '');
  if (consoleUrl?.protocol === 'http:' && !isThisMachine(consoleUrl.hostname))
    problems.push('CONSOLE_URL must be https: operators send passwords and one-time links there');
  return given['ONE_NODE'] === 'believed' ? problems : [...problems, ...singleNodeProblems(networks)];
}

/** Chains that would trust a single node. */
function singleNodeProblems(networks: Networks): string[] {
  const why = 'a dishonest node could credit deposits that never arrived (set ONE_NODE=believed to go without)';
  return followedNodes(networks)
    .filter(([, urls]) => hostCount(urls) < 2)
    .map(([name]) => `NETWORKS ${name}.nodes must list a second node, of another host, in production: ${why}`);
}
