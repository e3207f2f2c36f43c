import { inputsOfRaw } from '@fft/chains';
import { type ChainReader, scanWhole } from '../../nodes/chain-reader.ts';
import type { AttemptRow } from '../../payments/payment-rows.ts';
import type { SecondNode } from '../../nodes/witness.ts';
import type { UtxoNode } from './utxo-node.ts';

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
