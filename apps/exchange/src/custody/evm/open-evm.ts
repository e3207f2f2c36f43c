import { small, toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Address } from 'viem';
import type { Tables } from '../../database/tables.ts';
import { announceChain } from '../chain-facts.ts';
import { ColdKeeper, type ColdSettings } from '../cold-keeper.ts';
import type { ChainCoin } from '../coins.ts';
import type { FollowedChain, Held } from '../followed-chain.ts';
import type { OpenChainParts } from '../open-chain.ts';
import { OwnPayments } from '../own-payments.ts';
import { Payments } from '../payments.ts';
import { SignerClient } from '../signer-client.ts';
import { evmAddresses } from './evm-addresses.ts';
import { EvmChain } from './evm-chain.ts';
import { EvmPayer } from './evm-payer.ts';
import { evmReader } from './evm-reader.ts';
import { EvmSweeper } from './evm-sweeper.ts';
import { FormerWallets } from './former-wallets.ts';

/** Where a chain of Ethereum's kind is, and how it is dealt with. */
export interface EvmSettings {
  readonly chain: 'ETH';
  readonly rpcUrl: string;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** Tokens' contracts by coin, where they aren't those of the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  /** Whether the node traces, so that what contracts pass on counts. */
  readonly traces?: boolean;
  readonly cold?: ColdSettings | undefined;
}

const stalledMs = 10 * 60_000;

/** Deposits have addresses that pay for themselves: a sweeper brings them to the hot wallet, which pays everything. */
export async function openEvm(settings: EvmSettings, parts: OpenChainParts): Promise<FollowedChain> {
  const { db, directory, log, now } = parts;
  const { confirmations, contracts, traces = false } = settings;
  const chain = new EvmChain(settings.rpcUrl);
  // A node that doesn't would stop at the first block with a call in it.
  if (traces) await chain.traces((await chain.head()).hash);
  const signer = new SignerClient(settings.signerSocket);
  const chainId = await chain.chainId();
  const publicSide = await signer.keys('ETH');
  const { cold } = settings;
  const known = { network: String(chainId), confirmations, contracts, cold: cold?.address ?? null };
  const announced = { chain: 'ETH', ...publicSide, ...known } as const;
  const facts = await announceChain(db, directory, announced);
  const { keys } = evmAddresses(publicSide, chainId);
  const { coins } = facts;
  const hots = keys.hots.map((key) => small(keys.addressOf(key)));
  const hot = small(keys.addressOf(keys.hot));
  const payments = new Payments(db, now);
  const payer = new EvmPayer({ chain, chainId, coins, keys, signer, payments, confirmations, log, now });
  const ownPayments = new OwnPayments({ facts, payer, payments, log });
  const sweeper = new EvmSweeper({ db, chain, coins, keys, ownPayments, log, now });
  const former = new FormerWallets({ chain, coins, keys, payments, ownPayments, log });
  const held = async (coin: ChainCoin): Promise<Held> => {
    const contract = coin.contract === null ? null : small(coin.contract);
    return {
      hot: await sumOf(hots, (address) => chain.balance(address, contract)),
      unswept: await unsweptOf(db, coin),
      cold: cold ? await chain.balance(small(cold.address), contract) : 0n,
    };
  };
  const coldKeeper = new ColdKeeper({ facts, payments, ownPayments, held, cold });
  return {
    facts,
    reader: evmReader({ chain, coins, own: hots, traces }),
    payer,
    gather: async (height) => {
      await sweeper.work(height);
      await former.work(height);
      await coldKeeper.work(height);
    },
    low: () => coldKeeper.low(),
    held,
    hot,
    stalledMs,
  };
}

async function sumOf(addresses: readonly Address[], amountOf: (address: Address) => Promise<bigint>): Promise<bigint> {
  const amounts = await Promise.all(addresses.map(amountOf));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** What deposits brought to customers' addresses, and is there still. */
async function unsweptOf(db: Kysely<Tables>, { coin, network, ledgerDecimals, chainDecimals }: ChainCoin) {
  const { amount } = await db
    .selectFrom('chain_deposits')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('amount'))
    .where('chain', '=', network.chain)
    .where('coin', '=', coin)
    .where('swept', '=', false)
    .where('state', 'in', ['seen', 'small', 'crediting', 'credited', 'found'])
    .executeTakeFirstOrThrow();
  return BigInt(amount) * toChainUnits(1, ledgerDecimals, chainDecimals);
}
