import { type UtxoChainName, type UtxoNetworkName, utxoNetworks } from '@fft/chains';
import { recordChainFacts } from '../../chain-facts.ts';
import { Claims } from '../../payments/claims.ts';
import { ColdKeeper, type ColdSettings } from '../../treasury/cold-keeper.ts';
import type { ChainFacts, FollowedChain, Holdings, OpenChainOptions } from '../chain.ts';
import { OwnPayments } from '../../payments/own-payments.ts';
import { Payments } from '../../payments/payments.ts';
import { readPublicKeys } from '../../treasury/public-keys.ts';
import { CoinAgreement, type CoinAgreementOptions } from './coin-agreement.ts';
import { UtxoCoins } from './utxo-coins.ts';
import { UtxoConsolidator, type UtxoConsolidatorOptions } from './utxo-consolidator.ts';
import { UtxoNode } from './utxo-node.ts';
import { UtxoPayer } from './utxo-payer.ts';
import { utxoAddresses } from './utxo-addresses.ts';
import { utxoReader, utxoWitness } from './utxo-reader.ts';

/** Connection and rules of a UTXO chain. */
export interface UtxoSettings {
  readonly chain: UtxoChainName;
  readonly rpcUrl: string;
  /** A second node, run by another party. */
  readonly secondRpcUrl?: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** With more coins than this, the smallest are consolidated. */
  readonly consolidateAbove?: number;
  readonly cold?: ColdSettings | undefined;
}

const hourMs = 3_600_000;
/** Blocks come at random: a gap this long is years apart. */
const stalledMs = { BTC: 3 * hourMs, LTC: hourMs, DOGE: hourMs };

/** Below the inputs that one transaction may have, so that the hot wallet can always pay with everything. */
const defaultConsolidateAbove = { BTC: 150, LTC: 150, DOGE: 30 };
const mostConsolidated = 100;

/** Opens a UTXO chain. Every key of ours can pay by itself, so deposits are spent from where they are: nothing is swept. */
export async function openUtxo(settings: UtxoSettings, options: OpenChainOptions): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = options;
  const { chain, confirmations, consolidateAbove = defaultConsolidateAbove[chain], cold } = settings;
  const [node, other] = nodesOf(settings);
  const network = networkOf(chain, await node.genesis());
  const { signer, publicSide, confirm } = await readPublicKeys(options, settings);
  const known = { network, confirmations, contracts: {}, cold: cold?.address ?? null };
  const facts = await recordChainFacts(db, directory, { chain, ...publicSide, ...known }, () => node.head());
  const { keys } = utxoAddresses(publicSide, utxoNetworks[network]);
  const coins = new UtxoCoins(db, chain, { confirmations, hasSecond: other !== null });
  const payments = new Payments(db, now);
  const claims = new Claims({ db, authority, facts });
  const { costMultiple } = options.sweeping;
  const payer = new UtxoPayer({
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
  const second = other && utxoWitness(other, utxoReader({ ...reading, node: other }));
  const hot = keys.addressOf(keys.hot);
  const agreeing = { ...reading, node, second: other, confirmations, log };
  const rules = { consolidateAbove, mostGathered: Math.min(mostConsolidated, utxoNetworks[network].maxInputs) };
  const gathering = gatherCoins({ agreeing, facts, payments, hot, rules, cold, minWorth: () => payer.minWorth() });
  return {
    facts,
    reader,
    payer,
    second,
    gathering,
    begin: async () => undefined,
    countedHeight: async (tip) => tip,
    confirmKeys: confirm,
    hot,
    stalledMs: stalledMs[chain],
  };
}

interface CoinsOptions {
  readonly agreeing: Omit<CoinAgreementOptions, 'ask'> & Pick<OpenChainOptions, 'db'>;
  readonly facts: ChainFacts;
  readonly payments: Payments;
  readonly hot: string;
  readonly rules: Pick<UtxoConsolidatorOptions, 'consolidateAbove' | 'mostGathered'>;
  readonly minWorth: UtxoConsolidatorOptions['minWorth'];
  readonly cold: ColdSettings | undefined;
}

/** Gathers the smallest coins into one where there are many, and moves what is too much to the cold wallet. */
function gatherCoins(options: CoinsOptions): FollowedChain['gathering'] {
  const { agreeing, facts, payments, hot, rules, minWorth, cold } = options;
  const { db, coins, log } = agreeing;
  return ({ payer, askSecond }) => {
    const agreement = new CoinAgreement({ ...agreeing, ask: askSecond });
    const ownPayments = new OwnPayments({ facts, payer, payments, log });
    const gatherer = new UtxoConsolidator({ db, facts, coins, payments, ownPayments, hot, ...rules, minWorth });
    const held = async (): Promise<Holdings> => ({ ...(await coins.totals()), unswept: 0n });
    const coldKeeper = new ColdKeeper({ facts, payments, ownPayments, held, cold });
    return {
      agree: (height) => agreement.work(height),
      gather: async (height) => {
        await gatherer.work(height);
        await coldKeeper.work(height);
      },
      low: () => coldKeeper.low(),
      held,
    };
  };
}

function nodesOf({ chain, rpcUrl, secondRpcUrl = null }: UtxoSettings): readonly [UtxoNode, UtxoNode | null] {
  // Dogecoin's node is of a time before whole blocks.
  const hasWholeBlocks = chain !== 'DOGE';
  return [
    new UtxoNode(rpcUrl, { hasWholeBlocks }),
    secondRpcUrl === null ? null : new UtxoNode(secondRpcUrl, { hasWholeBlocks }),
  ];
}

/** @throws if the node follows an unknown chain, or another one than requested */
function networkOf(chain: UtxoChainName, genesis: string): UtxoNetworkName {
  const names = Object.keys(utxoNetworks) as UtxoNetworkName[];
  const found = names.find((name) => utxoNetworks[name].chain === chain && utxoNetworks[name].genesis === genesis);
  if (found === undefined) throw new Error(`the node of ${chain} follows a chain that begins with ${genesis}`);
  return found;
}
