import { type UtxoNetworkName, utxoNetworks } from '@fft/chains';
import { announceChain } from '../chain-facts.ts';
import { Claims } from '../claims.ts';
import { ColdKeeper, type ColdSettings } from '../cold-keeper.ts';
import type { FollowedChain, Held } from '../followed-chain.ts';
import type { OpenChainParts } from '../open-chain-parts.ts';
import { OwnPayments } from '../own-payments.ts';
import { Payments } from '../payments.ts';
import { learnKeys } from '../public-keys.ts';
import { Witness } from '../witness.ts';
import { witnessed } from '../witnessed-payer.ts';
import { UtxoCoins } from './utxo-coins.ts';
import { UtxoConsolidator } from './utxo-consolidator.ts';
import { UtxoNode } from './utxo-node.ts';
import { UtxoPayer } from './utxo-payer.ts';
import { utxoAddresses } from './utxo-addresses.ts';
import { utxoReader } from './utxo-reader.ts';
import { utxoWitness } from './utxo-witness.ts';

/** Where a chain of Bitcoin's family is, and how it is dealt with. */
export interface UtxoSettings {
  readonly chain: 'BTC' | 'LTC';
  readonly rpcUrl: string;
  /** A second node, of another keeper. */
  readonly secondRpcUrl?: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** Coins above which the smallest are made one. */
  readonly gatherAbove?: number;
  readonly cold?: ColdSettings | undefined;
}

const hourMs = 3_600_000;
/** Blocks come by chance: so long without one happens once in years. */
const stalledMs = { BTC: 3 * hourMs, LTC: hourMs };

/** Fewer than one transaction may spend, so that the hot wallet can always pay with all that it has. */
const gatherAboveUsually = 150;

/** Every key of ours can pay for itself, so deposits are spent from where they are: nothing is swept. */
export async function openUtxo(settings: UtxoSettings, parts: OpenChainParts): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = parts;
  const { chain, confirmations, gatherAbove = gatherAboveUsually, cold } = settings;
  const node = new UtxoNode(settings.rpcUrl);
  const network = networkOf(chain, await node.genesis());
  const { signer, publicSide, confirm } = await learnKeys(parts, settings);
  const known = { network, confirmations, contracts: {}, cold: cold?.address ?? null };
  const facts = await announceChain(db, directory, { chain, ...publicSide, ...known });
  const { keys } = utxoAddresses(publicSide, utxoNetworks[network]);
  const coins = new UtxoCoins(db, chain, confirmations);
  const payments = new Payments(db, now);
  const claims = new Claims({ db, authority, facts });
  const { costMultiple } = parts.sweeping;
  const paying = new UtxoPayer({
    db,
    node,
    claims,
    keys,
    coins,
    signer,
    payments,
    confirmations,
    costMultiple,
    log,
    now,
  });
  const reading = { db, keys, coins, cold: cold?.address ?? null };
  const reader = utxoReader({ ...reading, node });
  const { secondRpcUrl = null } = settings;
  const other = secondRpcUrl === null ? null : new UtxoNode(secondRpcUrl);
  const second = other && utxoWitness(other, utxoReader({ ...reading, node: other }));
  const witness = new Witness({ facts, reader, second, log, now });
  const payer = witnessed(paying, witness, confirmations);
  const ownPayments = new OwnPayments({ facts, payer, payments, log });
  const hot = keys.addressOf(keys.hot);
  const leastWorth = (): Promise<bigint> => paying.leastWorth();
  const gatherer = new UtxoConsolidator({ db, facts, coins, payments, ownPayments, hot, gatherAbove, leastWorth });
  const held = async (): Promise<Held> => ({ ...(await coins.totals()), unswept: 0n });
  const coldKeeper = new ColdKeeper({ facts, payments, ownPayments, held, cold });
  return {
    facts,
    reader,
    payer,
    witness,
    confirmKeys: confirm,
    gather: async (height) => {
      await gatherer.work(height);
      await coldKeeper.work(height);
    },
    low: () => coldKeeper.low(),
    held,
    hot,
    stalledMs: stalledMs[chain],
  };
}

/** @throws where the node follows a chain that isn't known, or another one than it is asked for */
function networkOf(chain: 'BTC' | 'LTC', genesis: string): UtxoNetworkName {
  const names = Object.keys(utxoNetworks) as UtxoNetworkName[];
  const found = names.find((name) => utxoNetworks[name].chain === chain && utxoNetworks[name].genesis === genesis);
  if (found === undefined) throw new Error(`the node of ${chain} follows a chain that begins with ${genesis}`);
  return found;
}
