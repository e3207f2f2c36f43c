import { isEvmChain } from '@fft/chains';
import type { FollowedChain, ListedTokens, OpenChainOptions } from './chain.ts';
import { type EvmSettings, openEvm } from './evm/open-evm.ts';
import { evmTokens } from './evm/open-tokens.ts';
import { openSolana, type SolanaSettings } from './solana/open-solana.ts';
import { openUtxo, type UtxoSettings } from './utxo/open-utxo.ts';

/** Connection and rules of a chain. */
export type ChainSettings = EvmSettings | UtxoSettings | SolanaSettings;

/** Opens a chain by its family. @throws if node or signer cannot be reached, or are not the same as before */
export function openChain(settings: ChainSettings, options: OpenChainOptions): Promise<FollowedChain> {
  if (isEvm(settings)) return openEvm(settings, options);
  return settings.chain === 'SOL' ? openSolana(settings, options) : openUtxo(settings, options);
}

/** Null where all coins are those of the listing. */
export function listedTokensOf(settings: ChainSettings): ListedTokens<ChainSettings> | null {
  return isEvm(settings) ? evmTokens(settings) : null;
}

/** True if a chain is followed by the word of one node. */
export function hasOneNode(settings: ChainSettings): boolean {
  return isEvm(settings) ? settings.rpcUrls.length < 2 : !settings.secondRpcUrl;
}

function isEvm(settings: ChainSettings): settings is EvmSettings {
  return isEvmChain(settings.chain);
}
