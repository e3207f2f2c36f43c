import * as z from 'zod';
import { address } from './setting-forms.ts';
import { wholeNumber } from './whole-number.ts';

/** Solana's nodes and rules. */
export interface SolanaSetting {
  readonly chain: 'SOL';
  readonly rpcUrl: string;
  readonly secondRpcUrl: string | null;
  /** The most that one transaction may cost, in lamports. */
  readonly feeMax: bigint;
  readonly contracts: Readonly<Record<string, string>>;
}

const mint = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be the mint of a token')
  .nullable()
  .default(null);

export const solanaEnvironment = {
  SOLANA_RPC_URL: address(/^https?$/, 'https://node.example'),
  SOLANA_RPC_URL_2: address(/^https?$/, 'https://other-node.example'),
  SOLANA_CONFIRMATIONS: wholeNumber(1, 200, 32).nullable().default(null),
  SOLANA_FEE_MAX: wholeNumber(10_000, 1_000_000_000, 5_000_000),
  SOLANA_USDT: mint,
  SOLANA_USDC: mint,
};

type SolanaEnvironment = z.output<z.ZodObject<typeof solanaEnvironment>>;

/** Empty without a node. */
export function solanaOf(data: SolanaEnvironment): SolanaSetting[] {
  const { SOLANA_RPC_URL: rpcUrl, SOLANA_RPC_URL_2: secondRpcUrl, SOLANA_USDT: usdt, SOLANA_USDC: usdc } = data;
  if (rpcUrl === null) return [];
  const contracts = { ...(usdt !== null && { USDT: usdt }), ...(usdc !== null && { USDC: usdc }) };
  return [{ chain: 'SOL', rpcUrl, secondRpcUrl, feeMax: BigInt(data.SOLANA_FEE_MAX), contracts }];
}
