import {
  hotKey,
  planPayment,
  signUnsigned,
  unsignedOf,
  type UtxoCoin,
  utxoNetworks,
  UtxoPrivateKeys,
  UtxoPublicKeys,
} from '@fft/chains';
import type { DemoChains } from '../../../demo/src/chain/demo-chains.ts';
import type { LitecoinDemo } from '../../../demo/src/chain/utxo-demos.ts';
import { callLitecoind } from '../../../demo/src/chain/litecoind.ts';
import { outsideAddress } from '../test-litecoin-custody.ts';
import { killOnceBack, programBelow } from '../faults/processes.ts';
import { openLitecoinLiar } from './litecoin-liar.ts';
import type { Network } from './network.ts';
import { recordedFees } from './recorded-fees.ts';

const network = utxoNetworks['litecoin-regtest'];
/** Key of the payer of the deposits. */
const secret = new UtxoPrivateKeys(new Uint8Array(32).fill(55), network);
const keys = new UtxoPublicKeys(secret.xpub, network);
const perCoin = 100_000_000n;
/** The mempool accepts no longer chains of unconfirmed payments. */
const inOneBlock = 15;
const firstCoins = 20;

export interface LitecoinNetworkOptions {
  /** Number of payments to prepare for, each of less than a coin. */
  readonly payments: number;
  readonly fund: DemoChains['fund'];
}

export async function openLitecoinNetwork(
  { rpcUrl, bank, nodePid }: LitecoinDemo,
  { payments, fund }: LitecoinNetworkOptions,
): Promise<Network> {
  const call = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    callLitecoind(rpcUrl, method, params) as Promise<T>;
  const give = (raw: string): Promise<unknown> => call('sendrawtransaction', raw).catch(() => undefined);
  /** Block 1 and those after it, as raw bytes. */
  const blocks: string[] = [];
  const waiting = new Map<string, string>();
  const coins: UtxoCoin[] = [];

  async function learn(head: number): Promise<void> {
    while (blocks.length < head) {
      const hash = await call<string>('getblockhash', blocks.length + 1);
      const { tx } = await call<{ tx: string[] }>('getblock', hash, 1);
      blocks.push(await call<string>('getblock', hash, 0));
      for (const txid of tx) waiting.delete(txid);
    }
  }

  for (let index = 0; index < payments; index += 1) {
    const key = { branch: 0, index } as const;
    const txid = await bank.send(keys.addressOf(key), perCoin);
    coins.push({ txid, vout: 0, amount: perCoin, key });
    if (index % inOneBlock === inOneBlock - 1) await bank.mine(1);
  }
  await bank.mine(1);
  return {
    chain: 'LTC',
    rpcUrl,
    network: 'litecoin-regtest',
    contracts: {},
    settings: {},
    hotOf: (xpub) => new UtxoPublicKeys(xpub, network).addressOf(hotKey),
    outsider: (index) => outsideAddress(10_000 + index),
    fund: (hot) => fund('LTC', hot),
    isFunded: async (_hot, { pool }) => {
      const { rows } = await pool.query<{ coins: number }>('select count(*)::int as coins from utxo_coins');
      return rows[0]?.coins === firstCoins;
    },
    step: async (mayMine) => {
      const head = await call<number>('getblockcount');
      const lost = blocks.slice(head);
      for (const block of lost) await call('submitblock', block);
      await learn(head);
      if (mayMine) {
        for (const raw of waiting.values()) await give(raw);
        await bank.mine(1);
      }
      return { lost: lost.length, height: blocks.length };
    },
    pay: async (_contract, to, amount) => {
      const coin = coins.shift();
      if (!coin) throw new Error('no coins are left to deposit');
      const fees = { feePerKilobyte: 50_000n, maxFee: perCoin };
      const plan = planPayment({ network, recipient: to, amount, changeKey: hotKey, coins: [coin], ...fees });
      if (typeof plan === 'string') throw new Error(plan);
      const { raw, txid } = signUnsigned(unsignedOf(plan, keys), keys, secret);
      waiting.set(txid, raw);
      return txid;
    },
    balance: async (_contract, addresses) => {
      const descriptors = addresses.map((address) => `addr(${address})`);
      const found = await call<{ total_amount: number }>('scantxoutset', 'start', descriptors);
      return BigInt(Math.round(found.total_amount * 1e8));
    },
    fees: (database) => recordedFees(database, 'LTC'),
    kill: () => killOnceBack(() => programBelow(nodePid())),
    liar: (door) => openLitecoinLiar(door, () => call<number>('getblockcount')),
    close: async () => undefined,
  };
}
