import { hotKey, lowerCaseAddress, paymentCall, PublicKeys, testDisperse } from '@fft/chains';
import { createPublicClient, getContractAddress, http, keccak256, type Address, type Hash, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { EvmChain } from '../../src/custody/chains/evm/evm-chain.ts';
import type { DemoChains } from '../../../demo/src/chain/demo-chains.ts';
import type { DemoEvmChain, EvmDemo } from '../../../demo/src/chain/evm-demos.ts';
import { openEvmLiar } from './evm-liar.ts';
import { killOnceBack, programBelow } from '../faults/processes.ts';
import type { Network } from './network.ts';

/** The third of a local chain's well-known accounts; it pays the deposits. */
const payer = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const feePerGas = 100_000_000_000n;
const payersTokens = 10n ** 9n;
/** What the payer deploys first, on the network that pays its tokens in batches. */
export const drillDisperse = {
  chain: 'ETH',
  address: lowerCaseAddress(getContractAddress({ from: payer.address, nonce: 0n })),
} as const;
const deploymentGas = 1_000_000n;

export async function openEvmNetwork(chain: DemoEvmChain, demo: EvmDemo, fund: DemoChains['fund']): Promise<Network> {
  const { rpcUrl, bank, chainId, contracts, tokenDecimals } = demo;
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }), cacheTime: 0 });
  const request = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    client.request({ method, params } as never);
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

  /** The wallet keeps its transaction until a block has it. */
  const send = async (call: { readonly to?: Address; readonly value?: bigint; readonly data: Hex }, gas: bigint) => {
    const fees = { maxFeePerGas: feePerGas, maxPriorityFeePerGas: feePerGas / 100n };
    const raw = await payer.signTransaction({ ...call, type: 'eip1559', chainId, nonce, gas, ...fees });
    nonce += 1;
    waiting.set(keccak256(raw), raw);
    return raw;
  };

  const isBatched = chain === drillDisperse.chain;
  if (isBatched) await give(await send({ data: testDisperse.bytecode }, deploymentGas));
  for (const contract of Object.values(bank.contracts))
    await bank.send(contract, lowerCaseAddress(payer.address), payersTokens * 10n ** BigInt(tokenDecimals));
  await mine();
  return {
    chain,
    rpcUrl,
    network: String(chainId),
    contracts,
    settings: { contracts, ...(isBatched && { disperse: drillDisperse.address }) },
    hotOf: (xpub) => new PublicKeys(xpub).addressOf(hotKey),
    outsider: (index) => `0x${'d'.repeat(24)}${index.toString(16).padStart(16, '0')}`,
    fund: (hot) => fund(chain, hot),
    isFunded: async (hot) => (await bank.balance(bank.contracts.USDC, lowerCaseAddress(hot))) > 0n,
    step: async (mayMine) => {
      const head = Number(await client.getBlockNumber());
      const lost = await giveBack(head);
      await learn(head);
      if (mayMine) {
        for (const raw of waiting.values()) await give(raw);
        await mine();
      }
      return { lost, height: blocks.length };
    },
    pay: async (contract, to, amount) => {
      const call = paymentCall({
        token: contract === null ? null : lowerCaseAddress(contract),
        to: lowerCaseAddress(to),
        amount,
      });
      return keccak256(await send(call, contract === null ? 21_000n : 100_000n));
    },
    balance: async (contract, addresses) => {
      const of = contract === null ? null : lowerCaseAddress(contract);
      const balances = await Promise.all(addresses.map((address) => bank.balance(of, lowerCaseAddress(address))));
      return balances.reduce((sum, one) => sum + one, 0n);
    },
    // From the chain: a node that lost more blocks than the required confirmations includes an ended payment in another block, at another price.
    fees: async ({ db }) => {
      const attempts = await db
        .selectFrom('chain_attempts')
        .innerJoin('chain_payments', 'chain_payments.id', 'chain_attempts.payment')
        .select('txid')
        .where('chain', '=', chain)
        .execute();
      const node = new EvmChain(rpcUrl);
      const receipts = await Promise.all(attempts.map(({ txid }) => node.receipt(txid as Hex)));
      return receipts.reduce((sum, receipt) => sum + (receipt?.cost ?? 0n), 0n);
    },
    kill: () => killOnceBack(() => programBelow(demo.nodePid())),
    liar: (door, victim) =>
      openEvmLiar(door, {
        request,
        victim: lowerCaseAddress(victim),
        token: { contract: bank.usdt, decimals: tokenDecimals },
      }),
    close: async () => undefined,
  };
}
