import { type SolanaPayment, type SolanaTerms, tokenAccountOf } from '@fft/chains';
import type { SolanaBlockhash, SolanaNode } from './solana-node.ts';

/** Units of computation, with room: the programs' own differ between versions. */
const unitLimits = { coin: 1_000, token: 20_000, opening: 80_000 } as const;
/** Payments take a price above that of three quarters of recent blocks. */
const percentile = 0.75;
/** Room in the price for the payment's number, so that no two payments are one transaction. */
const priceStep = 10_000n;

export function unitLimitOf({ token }: Pick<SolanaPayment, 'token'>, opensAccount: boolean): number {
  if (token === null) return unitLimits.coin;
  return opensAccount ? unitLimits.opening : unitLimits.token;
}

/** The price of a unit of computation today, for payments that write to these accounts. */
export async function unitPriceOf(node: SolanaNode, writable: readonly string[]): Promise<bigint> {
  const prices = (await node.unitPrices(writable)).toSorted((one, other) => Number(one - other));
  const price = prices[Math.min(Math.floor(prices.length * percentile), prices.length - 1)] ?? 0n;
  return ((price + priceStep - 1n) / priceStep) * priceStep;
}

/** The chain's nodes; null without a second one. */
interface Nodes {
  readonly node: SolanaNode;
  readonly second: SolanaNode | null;
}

/** Terms of a new transaction. Payments that pay the same to the same wallet differ in price by their numbers: equal messages would be one transaction. */
export async function termsOf(
  { node, second }: Nodes,
  payment: SolanaPayment,
  { id }: { readonly id: number },
): Promise<{ readonly terms: SolanaTerms; readonly validUntil: SolanaBlockhash['validUntil'] }> {
  const { feePayer, to, token } = payment;
  const account = token === null ? to : tokenAccountOf(to, token.mint);
  const opensAccount = token !== null && (await node.account(account)) === null;
  const unitPrice = (await unitPriceOf(node, [feePayer, account])) + (BigInt(id) % priceStep);
  const { blockhash, validUntil } = await agreedBlockhash(node, second);
  return { terms: { blockhash, unitLimit: unitLimitOf(payment, opensAccount), unitPrice, opensAccount }, validUntil };
}

/**
 * A blockhash that both nodes have in a final block, and the later of their ends. One node could name a block that isn't final yet, or an early end, so that a
 * transaction would count as expired that can still be included. A second node that doesn't answer is passed over: no expiry counts without it.
 */
async function agreedBlockhash(node: SolanaNode, second: SolanaNode | null): Promise<SolanaBlockhash> {
  const ours = await node.latestBlockhash();
  const theirs = await second?.latestBlockhash().catch(() => null);
  if (!second || !theirs) return ours;
  // The node that is behind doesn't know the other's yet.
  const isOurs = ours.validUntil <= theirs.validUntil;
  const { blockhash } = isOurs ? ours : theirs;
  if (!(await (isOurs ? second : node).isBlockhashValid(blockhash, 0)))
    throw new Error('the nodes of Solana agree on no blockhash');
  return { blockhash, validUntil: Math.max(ours.validUntil, theirs.validUntil) };
}

/** Solana's own coin, which pays fees whether it is listed or not. */
export const sol = { coin: 'SOL', contract: null } as const;
