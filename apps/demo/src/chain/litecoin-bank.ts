import {
  hotKey,
  planPayment,
  scriptOfAddress,
  signUnsigned,
  unsignedOf,
  type UtxoCoin,
  utxoNetworks,
  UtxoPrivateKeys,
  UtxoPublicKeys,
} from '@fft/chains';
import * as z from 'zod';
import { callLitecoind } from './litecoind.ts';

type Network = (typeof utxoNetworks)['litecoin-regtest' | 'bitcoin-regtest'];

/** The account that owns all coins of a private chain and pays them out. */
export interface LitecoinBank {
  readonly address: string;
  /** True if the bank can pay this amount, in smallest units. */
  has(amount: bigint): boolean;
  /** Sends coins. Resolves to the transaction's id once the node accepts the transaction, before a block includes it. */
  send(to: string, amount: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
}

/** Confirmations before a block's reward can be spent. */
const matureAfter = 100;
/** Block rewards of this chain shrink quickly: nearly all coins are mined below this height. */
const coinsMadeIn = 150;
const madeForBankBelow = 5_000;
const maxFee = 100_000_000n;
const unspent = z.object({
  unspents: z.array(z.object({ txid: z.string(), vout: z.int(), amount: z.number(), height: z.int() })),
});

/** Opens the bank of a chain, Litecoin's by default, and mines its coins if there are none. */
export async function openLitecoinBank(
  url: string,
  network: Network = utxoNetworks['litecoin-regtest'],
): Promise<LitecoinBank> {
  // A well-known key: its coins are worthless.
  const secret = new UtxoPrivateKeys(new Uint8Array(32).fill(1), network);
  const keys = new UtxoPublicKeys(secret.xpub, network);
  const address = keys.addressOf(hotKey);
  const call = (method: string, ...parameters: readonly unknown[]) => callLitecoind(url, method, parameters);
  const height = async (): Promise<number> => z.int().parse(await call('getblockcount'));

  async function mine(blocks: number): Promise<void> {
    // Later rewards go to an unspendable output, which the node need not remember.
    if ((await height()) < madeForBankBelow) await call('generatetoaddress', blocks, address);
    else await call('generatetodescriptor', blocks, 'raw(6a)');
  }

  if ((await height()) < coinsMadeIn + matureAfter) await mine(coinsMadeIn + matureAfter);
  const coins = await coinsOf(await height());
  let turn: Promise<unknown> = Promise.resolve();

  /** The bank's outputs that are deep enough to spend. */
  async function coinsOf(tip: number): Promise<UtxoCoin[]> {
    const found = unspent.parse(await call('scantxoutset', 'start', [`addr(${address})`])).unspents;
    return found
      .filter((one) => one.height <= tip - matureAfter && one.amount > 0)
      .map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(Math.round(amount * 1e8)), key: hotKey }));
  }

  async function sendNow(to: string, amount: bigint): Promise<string> {
    const payment = { network, recipient: to, amount, changeKey: hotKey, feePerKilobyte: 20_000n, maxFee };
    const plan = planPayment({ ...payment, coins });
    if (typeof plan === 'string') throw new Error(`the bank can't pay: ${plan}`);
    const { raw, txid } = signUnsigned(unsignedOf(plan, keys), keys, secret);
    await call('sendrawtransaction', raw);
    for (const coin of plan.coins) coins.splice(coins.indexOf(coin), 1);
    if (plan.change > 0n) coins.push({ txid, vout: 1, amount: plan.change, key: hotKey });
    return txid;
  }

  return {
    address,
    has: (amount) => coins.reduce((sum, coin) => sum + coin.amount, 0n) > amount + maxFee,
    send: (to, amount) => {
      if (scriptOfAddress(to, network) === null) throw new Error(`not an address of the demo's chain: ${to}`);
      const sent = turn.then(() => sendNow(to, amount));
      turn = sent.catch(() => undefined);
      return sent;
    },
    mine,
  };
}
