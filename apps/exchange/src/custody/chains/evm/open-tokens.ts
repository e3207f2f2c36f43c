import { type EvmChainName, lowerCaseAddress } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../room.ts';
import type { Directory } from '../../../ledger/listings/directory.ts';
import type { ListedToken } from '../../../ledger/listings/token-list.ts';
import { readChain } from '../../chain-facts.ts';
import { SignerClient, type SignerToken } from '../../payments/signer-client.ts';
import { EvmChain } from './evm-chain.ts';

export interface OpenTokensOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly log: Logger;
}

interface TokenNetwork {
  readonly chain: EvmChainName;
  readonly rpcUrls: readonly string[];
  readonly signerSocket: string;
  /** Contracts of the settings, which come first. */
  readonly contracts: Readonly<Record<string, string>>;
}

/** Contracts by coin of a network's listed tokens, and how many aren't open yet. */
export interface OpenTokens {
  readonly contracts: Readonly<Record<string, string>>;
  readonly waiting: number;
}

/**
 * Chooses which of the tokens that operators listed a network is opened with. Only one that the signer lists in its own settings, as the same coin with the same
 * decimals, and whose contract has these decimals at every node: so neither the database nor the exchange decides alone which contract is a coin. One that was
 * open stays open while the signer is away or no longer lists it: what comes is credited, and payments wait.
 */
export async function tokensToOpen(network: TokenNetwork, options: OpenTokensOptions): Promise<OpenTokens> {
  const { chain, signerSocket, contracts: settled } = network;
  const { db, directory, log } = options;
  const listed = directory.tokens.all.filter((token) => token.chain === chain && settled[token.coin] === undefined);
  if (listed.length === 0) return { contracts: {}, waiting: 0 };
  const [signed, opened] = [await signedTokens(signerSocket, chain), (await readChain(db, chain))?.contracts ?? {}];
  const open: ListedToken[] = [];
  for (const token of listed) {
    const { coin, contract } = token;
    const isOpened = opened[coin] === contract;
    if (!isOpened && !isSame(signed[contract], token)) log.warn({ chain, coin, contract }, 'token.notAtSigner');
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

function isSame(signed: SignerToken | undefined, { coin, chainDecimals }: ListedToken): boolean {
  return signed?.coin === coin && signed.decimals === chainDecimals;
}

/** False if a node answers other decimals, or no node answers. */
async function haveDecimals({ rpcUrls }: TokenNetwork, { contract, chainDecimals }: ListedToken): Promise<boolean> {
  const asked = await Promise.allSettled(rpcUrls.map((url) => new EvmChain(url).decimals(lowerCaseAddress(contract))));
  const answers = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  return answers.length > 0 && answers.every((decimals) => decimals === chainDecimals);
}
