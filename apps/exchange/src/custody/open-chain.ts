import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import { type EvmSettings, openEvm } from './evm/open-evm.ts';
import type { FollowedChain } from './followed-chain.ts';
import type { SweepRules, Worth } from './sweep-worth.ts';
import { openTron, type TronSettings } from './tron/open-tron.ts';
import { openUtxo, type UtxoSettings } from './utxo/open-utxo.ts';

export interface OpenChainParts {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Authority;
  readonly log: Logger;
  readonly now: () => number;
  readonly sweeping: SweepRules;
  /** What decides whether moving coins is worth its fee. */
  readonly worth: Worth;
}

/** Where a chain is, and how it is dealt with. */
export type ChainSettings = EvmSettings | UtxoSettings | TronSettings;

/** Opens a chain by its family. @throws where node or signer can't be reached, or are others than before */
export function openChain(settings: ChainSettings, parts: OpenChainParts): Promise<FollowedChain> {
  if (settings.chain === 'ETH') return openEvm(settings, parts);
  return settings.chain === 'TRX' ? openTron(settings, parts) : openUtxo(settings, parts);
}
