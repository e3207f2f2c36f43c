import { tronAddress, tronAddressHex } from '@fft/chains';
import { openTwoNodes, type TwoNodes } from '../faults/lying-node.ts';
import { confirmations, openTestTronCustody, type TestTronCustody, tronUsdt } from '../test-tron-custody.ts';
import { type ContractFamily, type Lies, paymentOf, type ReorganisedFamily } from './family.ts';

export type TronFamily = Omit<ContractFamily & ReorganisedFamily, 'chain'> & {
  readonly chain: 'TRX';
  readonly test: TestTronCustody;
};

/** USDT on a simulated Tron chain. */
export async function openTronFamily(): Promise<TronFamily> {
  let nodes: TwoNodes | undefined;
  const at = await openTestTronCustody(async (url) => {
    nodes = await openTwoNodes(url);
    return nodes.first.url;
  });
  if (!nodes) throw new Error('custody asked for no node');
  const { second, beHonest, close } = nodes;
  let [recipients, trusted] = [0, 1];
  const restart = () => at.restart({ secondRpcUrl: trusted === 1 ? null : second.url });
  await restart();
  const family: TronFamily = {
    ...at,
    test: at,
    chain: 'TRX',
    coin: 'USDT',
    get custody() {
      return at.custody;
    },
    confirmations,
    unit: 1_000_000,
    dust: 999_999,
    large: 1_000_000_000,
    aboveLimit: 600_000_000,
    newRecipient: () => tronAddress(`feed${(++recipients).toString(16).padStart(36, '0')}`),
    arrivedAt: async (recipient) => Number(at.chain.balance(tronUsdt, recipient)),
    pay: async (to, amount) => at.chain.pay(tronUsdt, to, BigInt(amount)),
    payInUnlisted: async (to, amount) => {
      at.chain.pay('TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9', to, BigInt(amount));
    },
    mineSilently: async () => {
      at.chain.isSilent = true;
      at.chain.mine();
      at.chain.isSilent = false;
    },
    chargedFor: async (txid) => {
      const body = JSON.stringify({ value: txid });
      const answer = await fetch(new URL('wallet/gettransactioninfobyid', at.chain.url), { method: 'POST', body });
      return BigInt(((await answer.json()) as { fee: number }).fee);
    },
    include: async (payment) => {
      at.chain.again(payment);
      at.chain.mine();
    },
    // What was taken back is lost.
    displace: async () => at.chain.mine(),
    advanceEmpty: (blocks) => at.advance(blocks),
    fork: async () => {
      const { height } = at.chain.tip;
      return async () => {
        const dropped = at.chain.tip.height - height;
        at.chain.drop(dropped);
        return dropped;
      };
    },
    failedWithdrawal: async (customer) => {
      const fields = { customer, coin: 'USDT', chain: 'TRX', address: family.newRecipient(), amount: 15_000_000 };
      const row = await at.approved(fields);
      at.chain.result = 'OUT_OF_ENERGY';
      await at.custody.tick();
      const takeBack = await family.fork();
      await at.advance(confirmations);
      at.chain.result = 'SUCCESS';
      const { attempts } = await paymentOf(family, row);
      await at.advance(await takeBack());
      return {
        row,
        // Nothing there is used up by one payment alone.
        freeAgain: async () => undefined,
        landAfterAll: () => family.include(attempts[0]?.txid ?? ''),
      };
    },
    get losesAll() {
      return at.chain.losesAll;
    },
    set losesAll(isSo) {
      at.chain.losesAll = isSo;
    },
    restart,
    trust: async (count) => {
      trusted = count;
      await restart();
    },
    lies: tronLies(at, nodes),
    get secondIsAway() {
      return second.isAway;
    },
    set secondIsAway(isSo) {
      second.isAway = isSo;
    },
    beHonest: () => {
      beHonest();
      at.chain.losesAll = false;
    },
    close: async () => {
      await at.close();
      await close();
    },
  };
  return family;
}

interface Receipt {
  readonly log?: readonly { readonly topics: readonly string[] }[];
}

interface Block {
  readonly block_header: { readonly raw_data: { readonly number: number } };
  readonly transactions?: readonly object[];
}

const word = (digits: string): string => digits.padStart(64, '0');

function tronLies({ chain, withdrawal, custody }: TestTronCustody, { first }: TwoNodes): Lies {
  const moved = (from: string, to: string, amount: number): object => ({
    address: tronAddressHex(tronUsdt),
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      word(tronAddressHex(from) ?? ''),
      word(tronAddressHex(to) ?? ''),
    ],
    data: word(amount.toString(16)),
  });
  return {
    inventDeposit: async (to, amount) => {
      let block: unknown;
      first.lies.set('wallet/gettransactioninfobyblocknum', (receipts: readonly Receipt[], { parameters: [asked] }) => {
        const { num } = asked as { readonly num: number };
        if (receipts.some(({ log }) => log !== undefined)) block ??= num;
        if (num !== block) return receipts;
        const outsider = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
        return receipts.map((receipt) => ({
          ...receipt,
          log: [...(receipt.log ?? []), moved(outsider, to, amount)],
        }));
      });
    },
    hideDeposits: async () => {
      first.lies.set('wallet/gettransactioninfobyblocknum', (receipts: readonly Receipt[]) =>
        receipts.map((receipt) => ({ ...receipt, log: [] })),
      );
    },
    inventLanding: async ({ id, address, amount }) => {
      const { txid } = await withdrawal(id);
      const blockNumber = chain.tip.height + 1;
      const log = [moved(custody.hot, address, amount)];
      const info = { id: txid, blockNumber, fee: 1, receipt: { result: 'SUCCESS' }, log };
      first.lies.set('wallet/gettransactioninfobyid', (receipt: object, { parameters: [asked] }) =>
        (asked as { value: string }).value === txid && chain.tip.height >= blockNumber ? info : receipt,
      );
      first.lies.set('wallet/gettransactioninfobyblocknum', (receipts: readonly object[], { parameters: [asked] }) =>
        (asked as { num: number }).num === blockNumber ? [...receipts, info] : receipts,
      );
      first.lies.set('wallet/getblockbynum', (block: Block) =>
        'block_header' in block && block.block_header.raw_data.number === blockNumber
          ? { ...block, transactions: [...(block.transactions ?? []), { txID: txid }] }
          : block,
      );
    },
  };
}
