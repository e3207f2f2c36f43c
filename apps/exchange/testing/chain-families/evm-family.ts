import { fakeToken, tokenAbi } from '@fft/chains';
import { encodeEventTopics, type Hash, type Hex, pad, toHex } from 'viem';
import { openTwoNodes, type TwoNodes } from '../faults/lying-node.ts';
import { confirmations, openTestCustody, type TestCustody } from '../test-custody.ts';
import { type ContractFamily, type Lies, paymentOf, type ReorganisedFamily } from './family.ts';

export type EvmFamily = Omit<ContractFamily & ReorganisedFamily, 'chain'> & {
  readonly chain: 'ETH';
  readonly test: TestCustody;
};

/** PUSH0 PUSH0 REVERT: refuses every call. */
const refusing = '0x5f5ffd';
/** PUSH1 1, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN: answers every call with 1, and does nothing. */
const silent = '0x60015f5260205ff3';

/** USDT on a real EVM chain. */
export async function openEvmFamily(): Promise<EvmFamily> {
  let nodes: TwoNodes | undefined;
  const at = await openTestCustody({
    through: async (url) => {
      nodes = await openTwoNodes(url);
      return nodes.first.url;
    },
  });
  if (!nodes) throw new Error('custody asked for no node');
  const { first, second, beHonest, close } = nodes;
  const { usdt } = at.chain.bank;
  const sent = new Map<string, Hex>();
  let recipients = 0;
  const rawOf = (hash: Hash): Promise<Hex> =>
    at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
  const heightNow = async (): Promise<number> => Number(await at.node.getBlockNumber({ cacheTime: 0 }));
  /** Mines what waits with other code in place of the token's. */
  const mineWith = async (bytecode: Hex): Promise<void> => {
    const code = await at.node.getCode({ address: usdt });
    await at.node.setCode({ address: usdt, bytecode });
    await at.mine();
    await at.node.setCode({ address: usdt, bytecode: code ?? '0x' });
  };
  const family: EvmFamily = {
    ...at,
    test: at,
    chain: 'ETH',
    coin: 'USDT',
    get custody() {
      return at.custody;
    },
    confirmations,
    unit: 1_000_000,
    dust: 999_999,
    large: 1_000_000_000,
    aboveLimit: 600_000_000_000,
    // All e's would be the name that contracts have for the chain's own coin, which no payment goes to.
    newRecipient: () => `0xfeed${(++recipients).toString(16).padStart(36, '0')}`,
    arrivedAt: async (recipient) => Number(await at.chain.bank.balance(usdt, recipient as Hex)),
    pay: async (to, amount) => {
      const txid = await at.pay(usdt, to as Hex, BigInt(amount));
      sent.set(txid, await rawOf(txid));
      return txid;
    },
    payInUnlisted: async (to, amount) => {
      await at.node.writeContract({
        address: at.fake,
        abi: fakeToken.abi,
        functionName: 'pretend',
        args: [at.outsider, to as Hex, BigInt(amount)],
        chain: null,
        gas: 100_000n,
      });
    },
    mineSilently: () => mineWith(silent),
    chargedFor: async (txid) => {
      const { gasUsed, effectiveGasPrice } = await at.node.getTransactionReceipt({ hash: txid as Hash });
      return gasUsed * effectiveGasPrice;
    },
    include: async (payment) => {
      await at.node.sendRawTransaction({ serializedTransaction: sent.get(payment) ?? '0x' });
      await at.mine();
    },
    // The same nonce pays another recipient.
    displace: async () => {
      await at.pay(usdt, at.outsider, 1n);
      await at.mine();
    },
    advanceEmpty: (blocks) => at.advance(blocks),
    fork: async () => {
      const [id, height] = [await at.node.snapshot(), await heightNow()];
      return async () => {
        const dropped = (await heightNow()) - height;
        await at.node.revert({ id });
        await at.node.increaseTime({ seconds: 11 });
        return dropped;
      };
    },
    failedWithdrawal: async (customer) => {
      // Swept, so that nothing else fails with it.
      await at.advance(confirmations * 3);
      const takeBack = await family.fork();
      const row = await at.approved({ customer, address: family.newRecipient(), amount: 15_000_000 });
      await at.custody.tick();
      const { attempts } = await paymentOf(family, row);
      const raw = attempts[0]?.raw as Hex;
      await mineWith(refusing);
      await at.advance(confirmations);
      await at.advance(await takeBack());
      return {
        row,
        // Its nonce is free.
        freeAgain: async () => undefined,
        landAfterAll: async () => {
          await at.node.sendRawTransaction({ serializedTransaction: raw });
          await at.mine();
        },
      };
    },
    get losesAll() {
      return first.swallowed.size > 0;
    },
    set losesAll(isSo) {
      first.swallowed.clear();
      if (isSo) first.swallowed.set('eth_sendRawTransaction', `0x${'0'.repeat(64)}`);
    },
    passTime: async (ms) => at.passTime(ms),
    restart: () => at.restart(),
    trust: (count) => at.restart(count === 1 ? [first.url] : [first.url, second.url]),
    lies: evmLies(at, nodes),
    get secondIsAway() {
      return second.isAway;
    },
    set secondIsAway(isSo) {
      second.isAway = isSo;
    },
    beHonest,
    close: async () => {
      await at.close();
      await close();
    },
  };
  return family;
}

interface RawReceipt {
  readonly logs: readonly object[];
}

function evmLies(at: TestCustody, { first }: TwoNodes): Lies {
  const { usdt } = at.chain.bank;
  /** A log that says that USDT moved, beside what else a receipt's first log has. */
  const moved = ([known = {}]: RawReceipt['logs'], from: string, to: string, amount: number): object => {
    const args = { from: from as Hex, to: to as Hex };
    const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args });
    return { ...known, address: usdt, topics, data: pad(toHex(amount)) };
  };
  return {
    inventDeposit: async (to, amount) => {
      let block: unknown;
      first.lies.set('eth_getBlockReceipts', (receipts: readonly RawReceipt[], { parameters: [hash] }) => {
        if (receipts.some(({ logs }) => logs.length > 0)) block ??= hash;
        const one = receipts.find(({ logs }) => logs.length > 0);
        if (hash !== block || !one) return receipts;
        const changed = { ...one, logs: [...one.logs, moved(one.logs, at.outsider, to, amount)] };
        return receipts.map((receipt) => (receipt === one ? changed : receipt));
      });
    },
    hideDeposits: async () => {
      first.lies.set('eth_getBlockReceipts', (receipts: readonly RawReceipt[]) =>
        receipts.map((receipt) => ({ ...receipt, logs: [] })),
      );
    },
    inventLanding: async (row) => {
      const { txid } = await at.withdrawal(row.id);
      // The receipt of another payment, as if it were ours.
      const other = await at.pay(usdt, at.outsider, 1n);
      first.lies.set('eth_getTransactionReceipt', async (receipt: object | null, { parameters: [asked] }) => {
        if (asked !== txid) return receipt;
        const params = [other];
        const real: RawReceipt | null = await at.node.request({ method: 'eth_getTransactionReceipt', params } as never);
        if (real === null) return receipt;
        const { logs } = real;
        return { ...real, transactionHash: txid, logs: [moved(logs, at.hot, row.address, row.amount)] };
      });
    },
  };
}
