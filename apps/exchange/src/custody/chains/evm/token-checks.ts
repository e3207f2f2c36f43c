import { type EvmChainName, lowerCaseAddress } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { http } from 'viem';
import type { Seals } from '../../../authority/seals.ts';
import type { Tables } from '../../room.ts';
import type { CheckedToken } from '../../../assets/tables.ts';
import { answerCheck, waitingChecks } from '../../../assets/token-checks.ts';
import { forEachRow } from '../../for-each-row.ts';
import { SignerClient } from '../../payments/signer-client.ts';
import { inOrder, probeToken, type TokenFacts } from './token-probe.ts';

export interface TokenChecksOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Pick<Seals, 'macOf'>;
  readonly log: Logger;
  readonly now: () => number;
}

interface CheckedNetwork {
  readonly chain: EvmChainName;
  readonly rpcUrls: readonly string[];
  readonly signerSocket: string;
  readonly hot: string;
}

const nodeTimeoutMs = 10_000;

/** Checks the contracts that operators asked about on one network. One whose nodes are away waits. */
export async function answerTokenChecks(network: CheckedNetwork, options: TokenChecksOptions): Promise<void> {
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
