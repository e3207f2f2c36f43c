import { addressOfScript, inputsOfRaw, type UtxoPublicKeys } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../room.ts';
import { scanWhole } from '../../nodes/witness.ts';
import type { BlockContent, ChainReader, SecondNode } from '../chain.ts';
import { coldKey, type OwnOutput, type UtxoCoins } from './utxo-coins.ts';
import type { UtxoBlock, UtxoNode } from './utxo-node.ts';
import type { AttemptRow } from '../../tables.ts';

export interface UtxoReaderOptions {
  readonly db: Kysely<Tables>;
  readonly node: UtxoNode;
  readonly keys: UtxoPublicKeys;
  readonly coins: UtxoCoins;
  /** The cold wallet's address: its coins are counted, not spent. */
  readonly cold: string | null;
}

/** Reads a UTXO chain: outputs for customers are deposits; outputs of our own keys, and what spends them, are recorded as well, as payments use them. */
export function utxoReader({ db, node, keys, coins, cold }: UtxoReaderOptions): ChainReader {
  const { network } = keys;

  async function read(block: UtxoBlock): Promise<BlockContent> {
    const addressed = block.outputs.flatMap((output) => {
      const address = addressOfScript(output.script, network);
      return address === null ? [] : [{ ...output, address }];
    });
    const keyOf = await keysOf([...new Set(addressed.map(({ address }) => address))]);
    const made = addressed.flatMap((output) => {
      const key = keyOf.get(output.address);
      return key ? [{ ...output, key }] : [];
    });
    const madeHere = new Set(made.map(({ txid, vout }) => `${txid}:${vout}`));
    const ours = new Set((await coins.known(block.spends)).map(({ by }) => by));
    for (const { txid, vout, by } of block.spends) if (madeHere.has(`${txid}:${vout}`)) ours.add(by);
    return {
      arrivals: made
        .filter(({ key, txid }) => key.branch === 0 && !ours.has(txid))
        .map(({ txid, vout, address, amount }) => ({ txid, position: vout, to: address, token: null, amount })),
      keep: (transaction) => coins.keep(transaction, block, { made, spends: block.spends }),
    };
  }

  /** One query per block, however many customers there are. */
  async function keysOf(addresses: readonly string[]): Promise<ReadonlyMap<string, OwnOutput['key']>> {
    const rows = await db
      .selectFrom('deposit_addresses')
      .select(['address', 'customer'])
      .where('family', '=', network.chain)
      .where('address', '=', sql<string>`any(${addresses})`)
      .execute();
    const found = new Map<string, OwnOutput['key']>(keys.hots.map((key) => [keys.addressOf(key), key]));
    if (cold !== null) found.set(cold, coldKey);
    for (const { address, customer } of rows) found.set(address, { branch: 0, index: customer });
    return found;
  }

  return {
    head: () => node.head(),
    hashAt: (height) => node.hashAt(height),
    block: async (height) => {
      const block = await node.block(height);
      return block && { height, hash: block.hash, parent: block.parent, read: () => read(block) };
    },
    forget: (transaction, height) => coins.forget(transaction, height),
  };
}

/** The second node of a UTXO chain. A payment is displaced if each of its transactions spends an output that the node reports as spent or missing. */
export function utxoWitness(node: UtxoNode, reader: ChainReader): SecondNode {
  const isVoid = async ({ raw }: AttemptRow): Promise<boolean> => {
    for (const input of inputsOfRaw(raw)) {
      const [txid = '', vout] = input.split(':');
      if (!(await node.isUnspent(txid, Number(vout)))) return true;
    }
    return false;
  };
  return {
    reader,
    scan: scanWhole(reader),
    progressOf: async (_payment, attempts, height) => {
      for (const { txid, fee } of attempts) {
        const block = (await node.placeOf(txid))?.block ?? null;
        if (block === null) continue;
        const confirmations = height - (await node.heightOf(block)) + 1;
        return { kind: 'landed', outcome: 'paid', confirmations, txid, cost: BigInt(fee ?? 0) };
      }
      const isThere = attempts.length > 0 && (await node.head()).height >= height;
      for (const attempt of attempts) if (!(await isVoid(attempt))) return { kind: 'waiting' };
      return { kind: isThere ? 'displaced' : 'waiting' };
    },
  };
}
