import { chainNames, isKnownEvmChain, isOwnEvmChain, mainChainId, nameOfChainId, type OwnEvmChain } from '@fft/chains';
import * as z from 'zod';
import { readGiven, type Variables, withoutTron } from './environment.ts';
import { knownNetworks, ownEvm } from './network-forms.ts';

const knownNames = Object.keys(knownNetworks.shape);
const knownEvmChains = knownNames.filter((name) => isKnownEvmChain(name));

export type OwnNetwork = z.output<typeof ownEvm> & { readonly chain: OwnEvmChain };

/** What `NETWORKS` says, checked. */
export interface Networks {
  readonly known: z.output<typeof knownNetworks>;
  /** EVM networks that the code doesn't know. */
  readonly own: readonly OwnNetwork[];
}

/** What `NETWORKS` names: the networks with nodes, and the variables that hold parts of the nodes' addresses. */
export interface NetworksGiven {
  readonly networks: Networks;
  readonly problems: readonly string[];
  readonly secretNames: readonly string[];
}

/**
 * Reads `NETWORKS`: JSON by networks' names. A node's address may have `${NAME}` for the value of a variable of the environment, or of the file that `NAME_FILE` names.
 * @param reserved names of the exchange's own settings, whose values must not get into a node's address
 */
export function readNetworks(json: string, variables: Variables, reserved: ReadonlySet<string>): NetworksGiven {
  const none = { known: {}, own: [] };
  const parsed = parseObject(json);
  if (parsed === null)
    return { networks: none, problems: ['NETWORKS must be JSON like {"ETH":{"nodes":[…]}}'], secretNames: [] };
  const secretNames = Object.values(parsed).flatMap((network) => namesIn(nodesOf(network)));
  const { given: secrets, problems: unread } = readGiven(secretNames, variables);
  const problems = [
    ...unread,
    ...secretNames.filter((name) => reserved.has(name)).map((name) => `NETWORKS must not use ${name}: it is a setting`),
    ...secretNames
      .filter((name) => secrets[name] === undefined && variables[`${name}_FILE`] === undefined)
      .map((name) => `NETWORKS needs ${name}, which is not set`),
  ];
  if (problems.length > 0) return { networks: none, problems, secretNames };
  const filled = Object.entries(parsed).map(([name, network]) => [name, fillNodes(network, secrets)] as const);
  const ofKnown = knownNetworks.safeParse(Object.fromEntries(filled.filter(([name]) => knownNames.includes(name))));
  const others = filled.filter(([name]) => !knownNames.includes(name));
  problems.push(...(ofKnown.error?.issues ?? []).map((issue) => problemOf(issue)));
  const own = others.flatMap(([name, network]): OwnNetwork[] => {
    if (!isOwnEvmChain(name)) {
      problems.push(problemOfName(name));
      return [];
    }
    const ofOwn = ownEvm.safeParse(network);
    problems.push(...(ofOwn.error?.issues ?? []).map((issue) => problemOf(issue, name)));
    return ofOwn.success ? [{ chain: name, ...ofOwn.data }] : [];
  });
  const networks = { known: ofKnown.data ?? {}, own };
  problems.push(...own.flatMap((network) => ownProblems(network, networks)), ...titleProblems(own));
  problems.push(...sameHostProblems(networks));
  return { networks, problems, secretNames };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

const withNodes = z.looseObject({ nodes: z.unknown() });
const reference = /\$\{([A-Z][A-Z0-9_]*)\}/g;

function nodesOf(network: unknown): unknown {
  return withNodes.safeParse(network).data?.nodes;
}

function namesIn(value: unknown): string[] {
  return [...(JSON.stringify(value) ?? '').matchAll(reference)].flatMap(([, name]) => name ?? []);
}

function fillNodes(network: unknown, secrets: Readonly<Record<string, string>>): unknown {
  const { data } = withNodes.safeParse(network);
  return data?.nodes === undefined ? network : { ...data, nodes: filled(data.nodes, secrets) };
}

function filled(value: unknown, secrets: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replace(reference, (_, name: string) => secrets[name] ?? '');
  return Array.isArray(value) ? value.map((one) => filled(one, secrets)) : value;
}

/** Names the network and the field, and never the value: it may have a secret. */
function problemOf(issue: z.core.$ZodIssue, network?: string): string {
  const path = [...(network === undefined ? [] : [network]), ...issue.path];
  const field = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const problem = issue.code === 'unrecognized_keys' ? `has no field ${issue.keys.join(', ')}` : issue.message;
  return `NETWORKS${field === '' ? '' : ` ${field.slice(1)}`} ${problem}`;
}

function problemOfName(name: string): string {
  if (name === 'TRX') return `NETWORKS must not have TRX: ${withoutTron}`;
  const known = /^EVM[1-9]\d{0,9}$/.test(name) ? nameOfChainId(Number(name.slice('EVM'.length))) : null;
  if (known !== null) return `NETWORKS must not have ${name}: FFT knows that network as ${known}`;
  return `NETWORKS must not have ${name}: networks are ${knownNames.join(', ')}, or EVM and a chain id like EVM10`;
}

function ownProblems({ chain, coin: own, coins }: OwnNetwork, { known }: Networks): string[] {
  const contracts = Object.values(coins).map(({ contract }) => contract.toLowerCase());
  const isWrong = Object.entries(coins).some(([coin, { contract }]) => contract === 'native' && coin !== own);
  // One network under two names would be credited twice.
  const twice = knownEvmChains.filter((name) => known[name]?.chainId === mainChainId(chain));
  return [
    ...twice.map((name) => `NETWORKS must not have ${chain}: ${name}.chainId names the same network`),
    ...(isWrong ? [`NETWORKS ${chain}.coins may have native for ${own} alone, the network's own coin`] : []),
    ...(new Set(contracts).size < contracts.length
      ? [`NETWORKS ${chain}.coins must have another contract for each coin`]
      : []),
  ];
}

/** A title is another's if any known chain is called so in any language, with or without the standard in parentheses. */
function titleProblems(networks: readonly OwnNetwork[]): string[] {
  const known = Object.values(chainNames).flatMap(({ zh, en }) => [zh, en]);
  const taken = new Set(known.flatMap((name) => [name, name.replace(/ \(.*/, '')]).map((name) => name.toLowerCase()));
  return networks.flatMap(({ chain, title }) => {
    const isTaken = taken.has(title.toLowerCase());
    taken.add(title.toLowerCase());
    return isTaken ? [`NETWORKS ${chain}.title is another network's: customers must tell them apart`] : [];
  });
}

/** The nodes of each network that has any. */
export function followedNodes({ known, own }: Networks): [network: string, urls: readonly string[]][] {
  const all = [...Object.entries(known), ...own.map((network) => [network.chain, network] as const)];
  return all.flatMap(([name, network]) => {
    return network?.nodes ? [[name, network.nodes]] : [];
  });
}

/** The number of hosts that a network's nodes are at. */
export function hostCount(urls: readonly string[]): number {
  return new Set(urls.map((each) => URL.parse(each)?.host)).size;
}

function sameHostProblems(networks: Networks): string[] {
  return followedNodes(networks)
    .filter(([, urls]) => urls.length > 1 && hostCount(urls) === 1)
    .map(([name]) => `NETWORKS ${name}.nodes must be of two hosts: a second one of the same host confirms nothing`);
}
