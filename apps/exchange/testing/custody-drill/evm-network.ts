import { paymentCall, lowerCaseAddress } from '@fft/chains';
import { createPublicClient, http, keccak256, type Hash, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { demoChainId } from '../../src/demo/chain/anvil.ts';
import type { EvmDemo } from '../../src/demo/chain/evm-demos.ts';
import type { Network } from './network.ts';

/** The third of a local chain's well-known accounts; it pays the deposits. */
const payer = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const feePerGas = 100_000_000_000n;
const payersUsdt = 10n ** 15n;

export async function openEvmNetwork({ rpcUrl, bank }: EvmDemo): Promise<Network> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }), cacheTime: 0 });
  const request = <T>(method: string, ...params: unknown[]): Promise<T> => client.request({ method, params } as never);
  const mine = (): Promise<unknown> => request('evm_mine');
  // The node refuses transactions that it already has.
  const give = (raw: Hex): Promise<unknown> => request('eth_sendRawTransaction', raw).catch(() => undefined);
  /** Transactions of block 1 and of those after it. */
  const blocks: Hex[][] = [];
  const waiting = new Map<Hash, Hex>();
  let nonce = 0;

  async function giveBack(head: number): Promise<number> {
    const lost = blocks.slice(head);
    for (const raws of lost) {
      for (const raw of raws) await give(raw);
      await mine();
    }
    return lost.length;
  }

  async function learn(head: number): Promise<void> {
    while (blocks.length < head) {
      const { transactions } = await client.getBlock({ blockNumber: BigInt(blocks.length + 1) });
      const raws: Hex[] = [];
      for (const hash of transactions) raws.push(await request<Hex>('eth_getRawTransactionByHash', hash));
      blocks.push(raws);
      for (const hash of transactions) waiting.delete(hash);
    }
  }

  await bank.send(bank.usdt, lowerCaseAddress(payer.address), payersUsdt);
  await mine();
  return {
    step: async () => {
      const head = Number(await client.getBlockNumber());
      const lost = await giveBack(head);
      await learn(head);
      for (const raw of waiting.values()) await give(raw);
      await mine();
      return { lost, height: blocks.length };
    },
    pay: async (contract, to, amount) => {
      const call = paymentCall({
        token: contract === null ? null : lowerCaseAddress(contract),
        to: lowerCaseAddress(to),
        amount,
      });
      const raw = await payer.signTransaction({
        ...call,
        type: 'eip1559',
        chainId: demoChainId,
        nonce,
        gas: contract === null ? 21_000n : 100_000n,
        maxFeePerGas: feePerGas,
        maxPriorityFeePerGas: feePerGas / 100n,
      });
      nonce += 1;
      waiting.set(keccak256(raw), raw);
      return keccak256(raw);
    },
  };
}
