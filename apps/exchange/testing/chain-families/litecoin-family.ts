import { openTwoNodes, type TwoNodes } from '../faults/lying-node.ts';
import {
  confirmations,
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../test-litecoin-custody.ts';
import type { Signed } from '../test-litecoin.ts';
import { type Lies, paymentOf, type ReorganisedFamily } from './family.ts';

export type LitecoinFamily = Omit<ReorganisedFamily, 'chain'> & {
  readonly chain: 'LTC';
  readonly test: TestLitecoinCustody;
};

const coin = 100_000_000;
/** Everything that the outsider pays with one of its coins: the next withdrawal is paid from it, as the largest. */
const largest = 49 * coin;

/** Litecoin's own coin on a real chain. */
export async function openLitecoinFamily(
  settings: Parameters<typeof openTestLitecoinCustody>[0] = {},
): Promise<LitecoinFamily> {
  let nodes: TwoNodes | undefined;
  const at = await openTestLitecoinCustody(settings, async (url) => {
    nodes = await openTwoNodes(url);
    return nodes.first.url;
  });
  if (!nodes) throw new Error('custody asked for no node');
  const { first, second, beHonest, close } = nodes;
  const trust = (count: 1 | 2) => at.restartWith({ rpcUrl: first.url, secondRpcUrl: count === 1 ? null : second.url });
  await trust(1);
  const { node, outsider } = at.chain;
  const sent = new Map<string, Signed>();
  let recipients = 0;
  const sentAs = (payment: string): Signed => {
    const found = sent.get(payment);
    if (!found) throw new Error('the outsider made no such payment');
    return found;
  };
  const read = async (txid: string): Promise<Transaction> =>
    (await node.call('getrawtransaction', txid, true)) as Transaction;
  const heightNow = async (): Promise<number> => (await node.head()).height;
  const family: LitecoinFamily = {
    ...at,
    test: at,
    chain: 'LTC',
    coin: 'LTC',
    get custody() {
      return at.custody;
    },
    confirmations,
    unit: coin / 10,
    dust: 99_999,
    large: 2 * coin,
    aboveLimit: 41 * coin,
    newRecipient: () => outsideAddress(++recipients),
    arrivedAt: async (recipient) => {
      const found = (await node.call('scantxoutset', 'start', [`addr(${recipient})`])) as { total_amount: number };
      return Math.round(found.total_amount * coin);
    },
    pay: async (to, amount) => {
      const signed = await outsider.pay(to, BigInt(amount));
      sent.set(signed.txid, signed);
      return signed.txid;
    },
    chargedFor: async (txid) => {
      const { vin, vout } = await read(txid);
      let charged = -sumOf(vout);
      for (const { txid: source, vout: index } of vin)
        charged += sumOf((await read(source)).vout.slice(index, index + 1));
      return charged;
    },
    include: (payment) => at.chain.mineWith(sentAs(payment).raw),
    displace: async (payment) => {
      const { from } = sentAs(payment);
      await at.chain.mineWith(outsider.sign({ to: outsider.address, amount: 1_000_000n, from, fee: 90_000n }).raw);
    },
    fork: async () => {
      const height = await heightNow();
      return async () => {
        const dropped = (await heightNow()) - height;
        await at.chain.drop(dropped);
        return dropped;
      };
    },
    failedWithdrawal: async (customer) => {
      const takeBack = await family.fork();
      const other = await at.newAddress();
      const deposit = await family.pay(other.address, largest);
      await at.advance(confirmations);
      const fields = { customer, coin: 'LTC', chain: 'LTC', address: family.newRecipient(), amount: 15 * family.unit };
      const row = await at.approved(fields);
      await at.custody.tick();
      const { attempts } = await paymentOf(family, row);
      await at.advance();
      const dropped = await takeBack();
      const takeBackAgain = await family.fork();
      await family.displace(deposit);
      await at.advanceEmpty(dropped + confirmations);
      await at.advanceEmpty(await takeBackAgain());
      let isBack = false;
      const bringBack = async (): Promise<void> => {
        if (!isBack) await family.include(deposit);
        isBack = true;
      };
      return {
        row,
        freeAgain: async () => {
          await bringBack();
          await at.advanceEmpty(confirmations);
        },
        landAfterAll: async () => {
          await bringBack();
          await at.chain.mineWith(attempts[0]?.raw ?? '');
        },
      };
    },
    get losesAll() {
      return first.swallowed.size > 0;
    },
    set losesAll(isSo) {
      first.swallowed.clear();
      if (isSo) first.swallowed.set('sendrawtransaction', '0'.repeat(64));
    },
    passTime: async (ms) => at.passTime(ms),
    restart: () => at.restart(),
    trust,
    lies: litecoinLies(at, nodes),
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

interface Transaction {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly value: number }[];
}

/** In the smallest units. */
function sumOf(outputs: Transaction['vout']): bigint {
  return outputs.reduce((sum, { value }) => sum + BigInt(Math.round(value * coin)), 0n);
}

interface Output {
  readonly scriptPubKey: { readonly hex: string };
}

interface Block {
  readonly hash: string;
  readonly tx: readonly { readonly vout: readonly Output[] }[];
}

function litecoinLies({ chain: { node }, withdrawal, database }: TestLitecoinCustody, { first }: TwoNodes): Lies {
  const scriptOf = async (address: string): Promise<string> =>
    ((await node.call('validateaddress', address)) as { scriptPubKey: string }).scriptPubKey;
  return {
    inventDeposit: async (to, amount) => {
      const output = { n: 7, value: amount / coin, scriptPubKey: { hex: await scriptOf(to) } };
      let block: unknown;
      first.lies.set('getblock', ({ tx: [generating, ...others], ...rest }: Block) => {
        block ??= rest.hash;
        if (rest.hash !== block || !generating) return undefined;
        return { ...rest, tx: [{ ...generating, vout: [...generating.vout, output] }, ...others] };
      });
    },
    hideDeposits: async (to) => {
      const script = await scriptOf(to);
      first.lies.set('getblock', ({ tx, ...rest }: Block) => ({
        ...rest,
        tx: tx.map((one) => ({ ...one, vout: one.vout.filter(({ scriptPubKey: { hex } }) => hex !== script) })),
      }));
    },
    inventLanding: async ({ id }) => {
      const { txid } = await withdrawal(id);
      const { raw } = await database.db
        .selectFrom('chain_attempts')
        .select('raw')
        .where('txid', '=', txid ?? '')
        .executeTakeFirstOrThrow();
      const decoded = (await node.call('decoderawtransaction', raw)) as object;
      let block: unknown;
      first.lies.set('getblock', ({ tx, ...rest }: Block) => {
        block ??= rest.hash;
        return rest.hash === block ? { ...rest, tx: [...tx, decoded] } : undefined;
      });
      first.lies.set('getrawtransaction', (_: unknown, { parameters: [asked, isDecoded] }) => {
        if (asked !== txid) return undefined;
        return isDecoded === true
          ? { ...decoded, ...(block !== undefined && { blockhash: block, confirmations: 1 }) }
          : raw;
      });
    },
  };
}
