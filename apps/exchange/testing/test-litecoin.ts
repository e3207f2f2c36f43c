import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { pino } from 'pino';
import { UtxoNode } from '../src/custody/chains/utxo/utxo-node.ts';
import { findLitecoind, startLitecoind } from '../../demo/src/chain/litecoind.ts';

export const litecoin = utxoNetworks['litecoin-regtest'];

/** An outside wallet of the test, with mined coins. */
export interface Outsider {
  readonly address: string;
  readonly keys: UtxoPublicKeys;
  /** Pays from one coin that nothing else spends, so that a test can double-spend it. */
  sign(payment: { to: string; amount: bigint; from?: UtxoCoin; fee?: bigint }): Signed;
  /** Also adds the payment to the mempool. */
  pay(to: string, amount: bigint): Promise<Signed>;
  /** Returns a coin whose key the test has. */
  takeCoin(): UtxoCoin;
}

export interface Signed {
  readonly raw: string;
  readonly txid: string;
  readonly from: UtxoCoin;
}

export interface TestLitecoin {
  readonly node: UtxoNode;
  readonly url: string;
  readonly outsider: Outsider;
  /** Mines blocks with the waiting transactions, or with the given ones. */
  mine(blocks?: number): Promise<void>;
  mineWith(...raw: readonly string[]): Promise<void>;
  /** Invalidates the newest blocks for good; their transactions wait again. */
  drop(blocks: number): Promise<void>;
  close(): Promise<void>;
}

const perCoin = 100_000_000n;
const matureAfter = 100;

/** Starts a real Litecoin chain with an outside wallet that has coins. */
export async function openTestLitecoin(outsidersCoins = 40): Promise<TestLitecoin> {
  const program = findLitecoind();
  if (program === null)
    throw new Error('litecoind is missing: run `node scripts/litecoind.ts`, which installs it or explains how');
  const folder = await mkdtemp(join(tmpdir(), 'fft-litecoin-'));
  const running = await startLitecoind({ folder, program, log: pino({ level: 'silent' }) });
  const node = new UtxoNode(running.url);
  const secret = new UtxoPrivateKeys(
    Uint8Array.from({ length: 32 }, (_, index) => 200 - index),
    litecoin,
  );
  const keys = new UtxoPublicKeys(secret.xpub, litecoin);
  const address = keys.addressOf(hotKey);
  const mine = async (blocks = 1): Promise<void> => void (await node.call('generatetoaddress', blocks, unownedAddress));
  await node.call('generatetoaddress', outsidersCoins, address);
  await mine(matureAfter);
  const coins = await coinsOf(node, keys, outsidersCoins);
  const takeCoin = (): UtxoCoin => {
    const coin = coins.shift();
    if (!coin) throw new Error('the test has no coins left');
    return coin;
  };
  const sign: Outsider['sign'] = ({ to, amount, from = takeCoin(), fee = 10_000n }) => {
    const plan = planPayment({
      network: litecoin,
      recipient: to,
      amount,
      changeKey: hotKey,
      coins: [from],
      feePerKilobyte: fee * 7n,
      maxFee: perCoin,
    });
    if (typeof plan === 'string') throw new Error(plan);
    return { ...signUnsigned(unsignedOf(plan, keys), keys, secret), from };
  };
  return {
    node,
    url: running.url,
    mine,
    mineWith: async (...raw) => void (await node.call('generateblock', unownedAddress, raw)),
    drop: async (blocks) => {
      const { height } = await node.head();
      await node.call('invalidateblock', await node.hashAt(height - blocks + 1));
    },
    outsider: {
      address,
      keys,
      sign,
      takeCoin,
      pay: async (to, amount) => {
        const signed = sign({ to, amount });
        await node.broadcast(signed.raw);
        return signed;
      },
    },
    close: async () => {
      const pid = Number(await readFile(join(folder, 'regtest', 'bitcoind.pid'), 'utf8'));
      const stopped = running.stop();
      // By itself it would wait four seconds for idle connections, and then keep blocks that no one needs.
      process.kill(pid, 'SIGKILL');
      await stopped;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Receives the block rewards and never spends them. */
const unownedAddress = new UtxoPublicKeys(
  new UtxoPrivateKeys(new Uint8Array(32).fill(9), litecoin).xpub,
  litecoin,
).addressOf(hotKey);

async function coinsOf(node: UtxoNode, keys: UtxoPublicKeys, blocks: number): Promise<UtxoCoin[]> {
  const script = keys.scriptOf(hotKey);
  const coins: UtxoCoin[] = [];
  for (let height = 1; height <= blocks; height += 1) {
    const block = await node.block(height);
    for (const { txid, vout, amount, script: found } of block?.outputs ?? []) {
      if (found === script) coins.push({ txid, vout, amount, key: hotKey });
    }
  }
  return coins;
}
