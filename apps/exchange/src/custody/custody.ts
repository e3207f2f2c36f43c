import { hotKey, small } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Address } from 'viem';
import type { Inbox } from '../content/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../listing/directory.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Gateway } from '../trading/gateway.ts';
import type { Desk } from '../withdrawals/index.ts';
import { announceChain } from './chain-facts.ts';
import { Crediter } from './crediter.ts';
import { EvmChain } from './evm-chain.ts';
import { Payer } from './payer.ts';
import { Payments } from './payments.ts';
import { SignerClient } from './signer-client.ts';
import { readSolvency, shortOf, type Solvency } from './solvency.ts';
import { Sweeper } from './sweeper.ts';
import { ChainPaused, Watcher } from './watcher.ts';
import { WithdrawalSender } from './withdrawal-sender.ts';

/** Where a chain is, and how it is dealt with. */
export interface EvmSettings {
  readonly rpcUrl: string;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** Tokens' contracts by coin, where they aren't those of the listing. */
  readonly contracts: Readonly<Record<string, string>>;
}

export interface CustodyParts {
  readonly db: Kysely<Tables>;
  readonly evm: EvmSettings;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly desk: Desk;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
}

export interface Custody {
  /** Does all there is to do now: reads blocks, credits, pays, sweeps. Resolves to whether there was a new block. */
  tick(): Promise<boolean>;
  /** Compares what is held with what is owed; a shortfall stops payments until a later look finds none. */
  checkSolvency(): Promise<Solvency[]>;
  readonly isShort: boolean;
  /** The hot wallet. */
  readonly hot: Address;
}

/** Past this long without a new block the chain stands still, as far as anybody here can see. */
const stalledMs = 10 * 60_000;

/** What follows a chain and moves the exchange's coins on it. One process at a time does. It has no keys: a signer does. */
export async function openCustody(parts: CustodyParts): Promise<Custody> {
  const { db, evm, directory, log, now } = parts;
  const chain = new EvmChain(evm.rpcUrl);
  const signer = new SignerClient(evm.signerSocket);
  const { confirmations, contracts } = evm;
  const chainId = await chain.chainId();
  const { keys, coins } = await announceChain(db, directory, {
    xpub: await signer.xpub(),
    chainId,
    confirmations,
    contracts,
  });
  const hot = small(keys.addressOf(hotKey));
  const payments = new Payments(db, now);
  const payer = new Payer({ chain, chainId, coins, keys, signer, payments, confirmations, log, now });
  const watcher = new Watcher({ db, chain, coins, own: [hot], now });
  const crediter = new Crediter({ ...parts, chainName: coins.chain, chain, confirmations });
  const sender = new WithdrawalSender({ ...parts, chain, coins, keys, payer, payments, confirmations });
  const sweeper = new Sweeper({ db, chain, coins, keys, payer, payments, confirmations, log });
  let isShort = false;
  let stalled = { height: 0, since: now() };

  async function tick(): Promise<boolean> {
    await crediter.resolve();
    let hasMoved = false;
    while (await watcher.step()) hasMoved = true;
    const tip = await watcher.tip();
    if (tip === null) return hasMoved;
    if (tip.height !== stalled.height) stalled = { height: tip.height, since: now() };
    if (now() - stalled.since > stalledMs)
      throw new ChainPaused(`${coins.chain} has had no block since ${new Date(stalled.since).toISOString()}`);
    await crediter.mend(tip.height);
    await crediter.credit(tip.height);
    if (isShort) return hasMoved;
    await sender.work(tip.height);
    await sweeper.work(tip.height);
    return hasMoved;
  }

  async function checkSolvency(): Promise<Solvency[]> {
    const solvency = await readSolvency({ ...parts, chain, coins, keys, cold: {} });
    const short = shortOf(solvency);
    isShort = short.length > 0;
    for (const { coin, held, owed } of short)
      log.fatal({ coin, held: String(held), owed: String(owed) }, 'less is held than owed: no more payments');
    return solvency;
  }

  return {
    tick,
    checkSolvency,
    get isShort() {
      return isShort;
    },
    hot,
  };
}
