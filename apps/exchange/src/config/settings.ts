import { join } from 'node:path';
import { chainsOf } from './chains.ts';
import { readGiven, unknownSettings, type Variables } from './environment.ts';
import { followedNodes, type Networks, readNetworks } from './networks.ts';
import { assumedProduction, productionProblems, realUseSetting } from './production-rules.ts';
import { type IdentityGate, type Parts, partsForm, type Plain, plainForm, standardPort } from './settings-form.ts';

export type { IdentityGate } from './settings-form.ts';

export const standardConsolePort = standardPort + 1;
const dayMs = 86_400_000;
/** Short enough to try a withdrawal out, long enough to see the wait. */
const demoWaitMs = 20_000;

const keys = [plainForm, partsForm].flatMap(({ shape }) => Object.keys(shape));

/** A setting's name in the environment. */
function nameOf(key: PropertyKey | undefined): string {
  return String(key)
    .replace(/[A-Z]|\d+/g, '_$&')
    .toUpperCase();
}

/** The names of all settings. */
export const settingNames: readonly string[] = keys.map(nameOf);

/** Reports all problems of the settings together. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * The exchange's settings, read once from the environment.
 * Production refuses to start with what only the demo may use: the embedded database, generated secrets, the demo mailbox.
 */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

/** Reads the settings; an empty variable counts as absent, and `NAME_FILE` names a file that holds the value of `NAME`. Throws one {@link SettingsError} with all problems. */
export function readSettings(variables: Variables): Settings {
  const { given, problems } = readGiven(settingNames, variables);
  const read = readNetworks(given['NETWORKS'] ?? '{}', variables, new Set(settingNames));
  const names = [...settingNames, ...read.secretNames];
  problems.push(...unknownSettings(names, variables), ...read.problems);
  const reality = given['MODE'] === undefined ? realUseSetting(given, read.networks) : null;
  given['MODE'] ??= reality === null ? 'demo' : 'production';
  const values = Object.fromEntries(keys.map((key) => [key, given[nameOf(key)]]));
  const [plain, parts] = [plainForm.safeParse(values), partsForm.safeParse(values)];
  for (const { path, message } of [plain, parts].flatMap(({ error }) => error?.issues ?? []))
    problems.push(`${nameOf(path[0])} ${message}`);
  if (given['MODE'] === 'production') problems.push(...productionProblems(given, read.networks));
  if (read.problems.length === 0) problems.push(...signerProblems(given, read.networks));
  if (problems.length > 0 && reality !== null) problems.unshift(assumedProduction(reality));
  if (!plain.success || !parts.success || problems.length > 0) throw new SettingsError(problems);
  return settingsOf(plain.data, parts.data, read.networks);
}

/** Adds what several settings decide together, and groups what belongs together. */
function settingsOf(plain: Plain, parts: Parts, networks: Networks) {
  const isDemo = plain.mode === 'demo';
  return {
    ...plain,
    ...edgesOf(plain, parts),
    ...demoOf(plain, parts),
    ...chainsOf(networks, { isDemo, signerSocket: plain.signerSocket }),
    ...custodyOf(parts),
    ...controlsOf(parts, isDemo),
    ...watchOf(parts),
  };
}

function edgesOf({ mode, port, mailFrom }: Plain, parts: Parts) {
  const isDemo = mode === 'demo';
  const chosenPort = parts.consolePort ?? (isDemo && port === standardPort ? standardConsolePort : null);
  const { consoleHost: host, consoleUrl: url, consoleAllowedAddresses: allowedAddresses } = parts;
  return {
    /** The app's address, to which passkeys are bound; null: no passkeys. The demo is at localhost, unless its port is chosen by the system. */
    publicUrl: parts.publicUrl ?? (isDemo && port !== 0 ? `http://localhost:${port}` : null),
    /** The operators' console; null: none. The demo has one by default only on its standard port, so that several can run side by side. */
    console: chosenPort === null ? null : { host, port: chosenPort, url, allowedAddresses },
    /** Where push services reach the operator: the address in a sender like `FFT <no-reply@fft.example>`, which production requires. */
    vapidSubject: `mailto:${/[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0] ?? mailFrom}`,
    /** Time between SIGTERM and the stop: the process serves, and `/health/ready` answers 503. */
    drainMs: parts.drainSeconds * 1000,
    /** Connections in total; fewer if the process may not open as many files. */
    maxConnections: parts.connectionsMax,
  };
}

/** What only a demo has. */
function demoOf({ mode, dataDir, signerSocket }: Plain, parts: Parts) {
  const isDemo = mode === 'demo';
  const demoBank = isDemo && parts.demoBank;
  return {
    /** True to generate prices, quotes, trades and their history. */
    maker: isDemo && parts.maker,
    /** True to create demo operators, whose credentials are shown to anyone who reaches the console. */
    demoOperators: isDemo && parts.demoOperators,
    /** True to serve the sandbox bank, which has a page and speaks the banks' files. */
    demoBank,
    /** Where the banks' connection leaves statements and fetches payment files; null: operators import and download them. */
    bankFolder: parts.bankFolder ?? (demoBank ? join(dataDir, 'bank') : null),
    /** True if the demo runs a chain and coins move on it. */
    demoChain: isDemo && signerSocket === null && parts.demoChain,
    /** Programs of the demo's chains; null: those on the `PATH`. */
    demoPrograms: { LITECOIND_PATH: parts.litecoindPath, BITCOIND_PATH: parts.bitcoindPath },
  };
}

function custodyOf(parts: Parts) {
  return {
    /** How long withdrawals are gathered for one transaction; 0 to pay each by its own. */
    batchSeconds: parts.withdrawalBatchSeconds,
    /** When a deposit is swept to the hot wallet: a multiple of the sweep's cost, and a minimum per coin for tokens without a price in the chain's coin. */
    sweeping: { costMultiple: parts.sweepCostMultiple, least: parts.sweepLeast },
  };
}

/** What customers and operators may do. */
function controlsOf(parts: Parts, isDemo: boolean) {
  const { withdrawalWaitSeconds: wait, withdrawalDayUsdtVerified: dayUsdtVerified, controlPriceCustomers } = parts;
  const identityRequiredFor: readonly IdentityGate[] =
    parts.identityRequiredFor ?? (isDemo ? ['withdraw'] : ['trade', 'withdraw']);
  return {
    identityRequiredFor,
    /** Time before a new address can be used, and of the hold of withdrawals after a security change. */
    withdrawalWaitMs: wait === null ? (isDemo ? demoWaitMs : dayMs) : wait * 1000,
    /** Customers that one operator may lock, unlock, or otherwise stop within an hour. */
    stopsPerHour: parts.operatorStopsPerHour,
    /** Customers that one operator may write to within an hour. */
    messagesPerHour: parts.operatorMessagesPerHour,
    /** What one operator may approve in 24 hours, in USDT: room for several withdrawals of a customer's maximum. */
    approverDayUsdt: parts.approverDayUsdt ?? Math.max(500_000, 5 * dayUsdtVerified),
    /** In whole USDT's worth: limits per 24 hours of unverified and verified customers, and the totals from which operators review. */
    withdrawalLimits: {
      /** 0 if withdrawals need a verified identity. */
      dayUsdt: identityRequiredFor.includes('withdraw') ? 0 : parts.withdrawalDayUsdt,
      dayUsdtVerified,
      reviewFromUsdt: parts.reviewFromUsdt,
      /** The same for a withdrawal with a risk. */
      riskReviewFromUsdt: parts.riskReviewFromUsdt,
    },
    /** The trading within 24 hours that a market needs for its prices to value withdrawals. */
    controlPrices: {
      minTrades: parts.controlPriceTrades,
      /** Distinct customers on either side of the trades; the demo's market is made by two. */
      minOwners: controlPriceCustomers ?? (isDemo ? 2 : 10),
      minTurnoverUsdt: parts.controlPriceTurnoverUsdt,
    },
  };
}

/** Who learns what goes on. */
function watchOf(parts: Parts) {
  const { metricsHost: host, metricsPort, otelExporterOtlpEndpoint: collector } = parts;
  return {
    /** The recipients of alarms. */
    alarms: { mail: parts.alarmMail, webhookUrl: parts.alarmWebhookUrl },
    /** The address that serves metrics; null: none. */
    metrics: metricsPort === null ? null : { host, port: metricsPort },
    /** The collector of traces; null: nothing is traced. */
    tracing:
      collector === null
        ? null
        : {
            url: `${collector.replace(/\/$/, '')}/v1/traces`,
            headers: parts.otelExporterOtlpHeaders,
            serviceName: parts.otelServiceName,
            sampler: parts.otelTracesSampler,
            ratio: parts.otelTracesSamplerArg,
          },
  };
}

export type WithdrawalLimits = Settings['withdrawalLimits'];
export type ControlPriceRules = Settings['controlPrices'];

/** Nodes without a signer, or a signer without a node. */
function signerProblems(given: Readonly<Record<string, string>>, networks: Networks): string[] {
  const hasNode = followedNodes(networks).length > 0;
  if (hasNode === (given['SIGNER_SOCKET'] !== undefined)) return [];
  return [
    'nodes in NETWORKS and SIGNER_SOCKET go together: a chain needs a node to follow it and a signer to pay on it',
  ];
}
