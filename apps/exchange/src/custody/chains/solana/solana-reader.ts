import { isCollectable, type SolanaBlockTransaction, type SolanaTransfer, solanaTransfersOf } from '@fft/chains';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../room.ts';
import type { Arrival, ChainReader } from '../chain.ts';
import type { ChainCoins } from '../../coins.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import type { SolanaNode } from './solana-node.ts';

export interface SolanaReaderOptions {
  readonly db: Kysely<Tables>;
  readonly node: SolanaNode;
  readonly coins: ChainCoins;
  /** The hot wallets: what they sign is no deposit. */
  readonly own: readonly string[];
  readonly landings: IncludedTransactions;
}

/** Reads Solana slot by slot: deposits from the balances that each transaction changed, and transactions of ours. A skipped slot is read as an empty block. */
export function solanaReader({ db, node, coins, own, landings }: SolanaReaderOptions): ChainReader {
  const rules = { tokens: coins.contracts, own: new Set(own) };
  return {
    head: () => node.head(),
    hashAt: async (height) => (await node.slot(height))?.hash ?? null,
    block: async (height) => {
      const block = await node.block(height);
      if (!block) return null;
      const { transactions } = block;
      const included = transactions.map(({ transaction: { signatures } }) => ({
        txid: signatures[0] ?? '',
        sender: null,
        nonce: null,
      }));
      return {
        ...block,
        read: async () => ({
          arrivals: await arrivalsIn(db, transactions, rules),
          keep: (transaction) => landings.keep(transaction, height, included),
        }),
      };
    },
    forget: (transaction, height) => landings.forget(transaction, height),
  };
}

/** What reached customers. Only their wallets' token accounts are derived, as that takes longer than a block's other transfers are worth. */
async function arrivalsIn(
  db: Kysely<Tables>,
  transactions: readonly SolanaBlockTransaction[],
  rules: Parameters<typeof solanaTransfersOf>[1],
): Promise<Arrival[]> {
  const found = solanaTransfersOf(transactions, rules);
  if (found.length === 0) return [];
  const ours = await customersAmong(db, found);
  return found
    .filter((transfer) => ours.has(transfer.to) && isCollectable(transfer))
    .map(({ txid, position, to, mint: token, amount }) => ({ txid, position, to, token, amount }));
}

async function customersAmong(db: Kysely<Tables>, transfers: readonly SolanaTransfer[]): Promise<ReadonlySet<string>> {
  const wallets = [...new Set(transfers.map(({ to }) => to))];
  const rows = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('family', '=', 'SOL')
    .where('address', '=', sql<string>`any(${wallets})`)
    .execute();
  return new Set(rows.map(({ address }) => address));
}
