import { SolanaPrivateKeys, SolanaPublicKeys, solanaPrograms, tokenAccountOf } from '@fft/chains';
import { openTwoNodes, type TwoNodes } from '../faults/lying-node.ts';
import { confirmations, openTestSolanaCustody, solanaUsdt, type TestSolanaCustody } from '../test-solana-custody.ts';
import type { AccountFamily, Lies } from './family.ts';

export type SolanaFamily = Omit<AccountFamily, 'chain'> & {
  readonly chain: 'SOL';
  readonly test: TestSolanaCustody;
};

const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(45)).xpub);
const unlisted = outside.addressOf({ branch: 1, index: 1 });

/** USDT on a chain of Solana's own VM. Only final blocks are read, which no reorganisation takes back. */
export async function openSolanaFamily(): Promise<SolanaFamily> {
  let nodes: TwoNodes | undefined;
  const at = await openTestSolanaCustody(async (url) => {
    nodes = await openTwoNodes(url);
    return nodes.first.url;
  });
  if (!nodes) throw new Error('custody asked for no node');
  const { second, beHonest, close } = nodes;
  let [recipients, trusted] = [0, 1];
  const restart = () => at.restart({ secondRpcUrl: trusted === 1 ? null : second.url });
  await restart();
  return {
    ...at,
    test: at,
    chain: 'SOL',
    coin: 'USDT',
    get custody() {
      return at.custody;
    },
    confirmations,
    unit: 1_000_000,
    dust: 999_999,
    large: 1_000_000_000,
    aboveLimit: 600_000_000,
    newRecipient: () => outside.addressOf({ branch: 0, index: ++recipients }),
    arrivedAt: async (recipient) => Number(await at.balance(recipient, solanaUsdt)),
    pay: async (to, amount) => {
      at.bank.pay(solanaUsdt, to, BigInt(amount));
      return '';
    },
    payInUnlisted: async (to, amount) => {
      at.bank.createToken(unlisted);
      at.bank.pay(unlisted, to, BigInt(amount));
    },
    // The hot wallet pays the fees, and in no token.
    chargedFor: async (txid) => {
      const params = [txid, { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }];
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params });
      const headers = { 'content-type': 'application/json' };
      const answer = (await (await fetch(second.url, { method: 'POST', headers, body })).json()) as TransactionAnswer;
      const { preBalances, postBalances } = answer.result.meta;
      return BigInt(preBalances[0] ?? 0) - BigInt(postBalances[0] ?? 0);
    },
    get losesAll() {
      return at.losesAll;
    },
    set losesAll(isSo) {
      at.losesAll = isSo;
    },
    restart,
    trust: async (count) => {
      trusted = count;
      await restart();
    },
    lies: solanaLies(at, nodes),
    get secondIsAway() {
      return second.isAway;
    },
    set secondIsAway(isSo) {
      second.isAway = isSo;
    },
    beHonest: () => {
      beHonest();
      at.losesAll = false;
    },
    close: async () => {
      await at.close();
      await close();
    },
  };
}

/** A node's answer about a transaction. */
interface TransactionAnswer {
  readonly result: { readonly meta: Readonly<Record<'preBalances' | 'postBalances', readonly number[]>> };
}

interface Transaction {
  readonly transaction: { readonly accountKeys: readonly object[] };
  readonly meta: Readonly<Record<'preBalances' | 'postBalances' | 'preTokenBalances' | 'postTokenBalances', object[]>>;
}

interface Block {
  readonly transactions?: readonly Transaction[];
}

/** The transaction, with this much more of USDT for a wallet. */
function withMore({ transaction, meta, ...rest }: Transaction, owner: string, amount: number): Transaction {
  const accountIndex = transaction.accountKeys.length;
  const key = { pubkey: tokenAccountOf(owner, solanaUsdt), signer: false };
  const uiTokenAmount = { amount: String(amount) };
  const brought = { accountIndex, mint: solanaUsdt, owner, programId: solanaPrograms.token, uiTokenAmount };
  return {
    ...rest,
    transaction: { ...transaction, accountKeys: [...transaction.accountKeys, key] },
    meta: {
      ...meta,
      preBalances: [...meta.preBalances, 0 as never],
      postBalances: [...meta.postBalances, 0 as never],
      postTokenBalances: [...meta.postTokenBalances, brought],
    },
  };
}

function solanaLies({ chain, withdrawal }: TestSolanaCustody, { first }: TwoNodes): Lies {
  return {
    inventDeposit: async (to, amount) => {
      let block: unknown;
      first.lies.set('getBlock', (found: Block | undefined, { parameters: [slot] }) => {
        // Our own sweeps precede what outsiders pay.
        const one = found?.transactions?.at(-1);
        if (one) block ??= slot;
        const others = found?.transactions?.slice(0, -1) ?? [];
        return one && slot === block ? { ...found, transactions: [...others, withMore(one, to, amount)] } : found;
      });
    },
    hideDeposits: async () => {
      first.lies.set(
        'getBlock',
        (found: Block | undefined) => found && { ...found, ...(found.transactions && { transactions: [] }) },
      );
    },
    inventLanding: async ({ id, address }) => {
      const { txid } = await withdrawal(id);
      const slot = chain.tip.slot + 1;
      const meta = { err: null, preBalances: [10_000], postBalances: [0] };
      first.lies.set('getTransaction', (found: object | null, { parameters: [asked] }) =>
        asked === txid ? { slot, meta } : found,
      );
      const transaction = { signatures: [txid], accountKeys: [{ pubkey: address, signer: false }] };
      const full = { ...meta, preTokenBalances: [], postTokenBalances: [] };
      first.lies.set('getBlock', (found: Block | undefined, { parameters: [asked] }) =>
        asked === slot && found?.transactions ? { ...found, transactions: [{ transaction, meta: full }] } : found,
      );
    },
  };
}
