import { isEvmChain } from '@fft/chains';
import { type EvmSettings, openEvm } from '../chains/evm/open-evm.ts';
import type { FollowedChain } from '../followed-chain.ts';
import { openSolana, type SolanaSettings } from '../chains/solana/open-solana.ts';
import { openTron, type TronSettings } from '../chains/tron/open-tron.ts';
import { openUtxo, type UtxoSettings } from '../chains/utxo/open-utxo.ts';
import type { OpenChainOptions } from './open-chain-options.ts';

/** Connection and rules of a chain. */
export type ChainSettings = EvmSettings | UtxoSettings | TronSettings | SolanaSettings;

/** Opens a chain by its family. @throws if node or signer cannot be reached, or are not the same as before */
export function openChain(settings: ChainSettings, options: OpenChainOptions): Promise<FollowedChain> {
  if (isEvm(settings)) return openEvm(settings, options);
  if (settings.chain === 'SOL') return openSolana(settings, options);
  return settings.chain === 'TRX' ? openTron(settings, options) : openUtxo(settings, options);
}

export function isEvm(settings: ChainSettings): settings is EvmSettings {
  return isEvmChain(settings.chain);
}

/** True if a chain is followed by the word of one node. */
export function hasOneNode(settings: ChainSettings): boolean {
  return isEvm(settings) ? settings.rpcUrls.length < 2 : !settings.secondRpcUrl;
}
