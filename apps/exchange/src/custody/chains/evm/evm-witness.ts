import type { PublicKeys } from '@fft/chains';
import type { Payer } from '../../payments/payer.ts';
import type { Payments } from '../../payments/payments.ts';
import type { ChainReader, ScanBlocks } from '../../nodes/chain-reader.ts';
import type { SecondNode } from '../../nodes/witness.ts';
import type { EvmChain } from './evm-chain.ts';

interface EvmWitnessOptions {
  /** A payer and a reader that use this node. */
  readonly payer: Payer;
  readonly reader: ChainReader;
  readonly scan: ScanBlocks;
  readonly keys: PublicKeys;
  readonly payments: Pick<Payments, 'carrier'>;
}

/** The second node of an EVM chain. A payment is displaced if the node reports its nonce as used by none of its transactions. */
export function evmWitness(chain: EvmChain, { payer, reader, scan, keys, payments }: EvmWitnessOptions): SecondNode {
  return {
    reader,
    scan,
    progressOf: async (payment, attempts, height) => {
      const progress = await payer.progressOf(payment, attempts, height);
      if (progress.kind === 'landed') return progress;
      const { branch, key_index: index, nonce } = await payments.carrier(payment);
      const from = keys.addressOf({ branch: branch === 0 ? 0 : 1, index });
      const isUsed = nonce !== null && (await chain.transactionCount(from)) > nonce;
      const isThere = (await chain.head()).height >= height;
      return { kind: isUsed && isThere ? 'displaced' : 'waiting' };
    },
  };
}
