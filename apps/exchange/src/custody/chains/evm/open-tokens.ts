import { type EvmChainName, lowerCaseAddress } from '@fft/chains';
import type { ListedToken } from '../../../ledger/listings/token-list.ts';
import { readChain } from '../../chain-facts.ts';
import { SignerClient, type SignerToken } from '../../payments/signer-client.ts';
import type { ListedTokens, OpenTokens, TokensOptions } from '../chain.ts';
import { EvmChain } from './evm-chain.ts';
import { http } from 'viem';
import type { CheckedToken } from '../../../assets/tables.ts';
import { answerCheck, waitingChecks } from '../../../assets/token-checks.ts';
import { forEachRow } from '../../for-each-row.ts';
import { inOrder, probeToken, type TokenFacts } from './token-probe.ts';

interface TokenNetwork {
  readonly chain: EvmChainName;
  readonly rpcUrls: readonly string[];
  readonly signerSocket: string;
  /** Contracts of the settings, which come first. */
  readonly contracts: Readonly<Record<string, string>>;
}

/** The tokens of a network that operators list, and the contracts that they ask about. */
export function evmTokens<Settings extends TokenNetwork>(settings: Settings): ListedTokens<Settings> {
  return {
    toOpen: (options) => tokensToOpen(settings, options),
    answerChecks: (hot, options) => answerTokenChecks({ ...settings, hot }, options),
    settingsWith: (contracts) => ({ ...settings, contracts: { ...contracts, ...settings.contracts } }),
  };
}

/**
 * Chooses which of the tokens that operators listed a network is opened with. Only one that the signer lists in its own settings, as the same coin with the same
 * decimals, and whose contract has these decimals at every node: so neither the database nor the exchange decides alone which contract is a coin. One that was
 * open stays open while the signer is away or no longer lists it: what comes is credited, and payments wait.
 */
async function tokensToOpen(network: TokenNetwork, options: TokensOptions): Promise<OpenTokens> {
  const { chain, signerSocket, contracts: settled } = network;
  const { db, directory, log } = options;
  const listed = directory.tokens.all.filter((token) => token.chain === chain && settled[token.coin] === undefined);
  if (listed.length === 0) return { contracts: {}, waiting: 0 };
  const [signed, opened] = [await signedTokens(signerSocket, chain), (await readChain(db, chain))?.contracts ?? {}];
  const open: ListedToken[] = [];
  for (const token of listed) {
    const { coin, contract } = token;
    const isOpened = opened[coin] === contract;
    if (!isOpened && !isSigned(signed[contract], token)) log.warn({ chain, coin, contract }, 'token.notAtSigner');
    else if (!directory.isCoinOfChains(coin)) log.error({ chain, coin, contract }, 'token.otherAsset');
    else if (!(await haveDecimals(network, token))) log.error({ chain, coin, contract }, 'token.otherDecimals');
    else open.push(token);
  }
  const contracts = Object.fromEntries(open.map(({ coin, contract }) => [coin, contract]));
  return { contracts, waiting: listed.length - open.length };
}

/** None while the signer is away, or of a version that lists none. */
function signedTokens(socket: string, chain: EvmChainName): Promise<Readonly<Record<string, SignerToken>>> {
  return new SignerClient(socket).tokens(chain).catch(() => ({}));
}

function isSigned(signed: SignerToken | undefined, { coin, chainDecimals }: ListedToken): boolean {
  return signed?.coin === coin && signed.decimals === chainDecimals;
}

/** False if a node answers other decimals, or no node answers. */
async function haveDecimals({ rpcUrls }: TokenNetwork, { contract, chainDecimals }: ListedToken): Promise<boolean> {
  const asked = await Promise.allSettled(rpcUrls.map((url) => new EvmChain(url).decimals(lowerCaseAddress(contract))));
  const answers = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  return answers.length > 0 && answers.every((decimals) => decimals === chainDecimals);
}

interface CheckedNetwork extends TokenNetwork {
  readonly hot: string;
}

const nodeTimeoutMs = 10_000;

/** Checks the contracts that operators asked about on one network. One whose nodes are away waits. */
async function answerTokenChecks(network: CheckedNetwork, options: TokensOptions): Promise<void> {
  const { db, authority, log, now } = options;
  const { chain } = network;
  await forEachRow(
    await waitingChecks(db, chain),
    async (row) => answerCheck(db, authority, { check: row, answer: await check(network, row.contract), time: now() }),
    (err, { contract }) => log.warn({ err, chain, contract }, 'token.checkFailed'),
  );
}

/** Asks the first two nodes of different hosts. */
async function check({ chain, rpcUrls, signerSocket, hot }: CheckedNetwork, contract: string): Promise<CheckedToken> {
  const hosts = new Map(rpcUrls.map((url) => [new URL(url).host, url]).toReversed() as [string, string][]);
  const urls = [...hosts.values()].toReversed().slice(0, 2);
  const asked = [lowerCaseAddress(contract), lowerCaseAddress(hot)] as const;
  const all = await Promise.all(
    urls.map((url) => probeToken(http(url, { timeout: nodeTimeoutMs, retryCount: 1 }), ...asked)),
  );
  const [first, second] = all;
  if (!first) throw new Error('a network has a node');
  const doubt = second ? (isSame(first, second) ? [] : ['nodesDisagree' as const]) : ['oneNode' as const];
  const signed = await new SignerClient(signerSocket).tokens(chain).catch(() => null);
  const { symbol, name, decimals } = first;
  const findings = inOrder([...all.flatMap((facts) => facts.findings), ...doubt]);
  return { symbol, name, decimals, findings, signer: signed?.[lowerCaseAddress(contract)] ?? null };
}

/** What a node can't try may differ; what the contract is may not. */
function isSame(one: TokenFacts, other: TokenFacts): boolean {
  const { symbol, name, decimals, codeHash } = one;
  return symbol === other.symbol && name === other.name && decimals === other.decimals && codeHash === other.codeHash;
}
