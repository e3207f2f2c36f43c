import type { ChainForm, FollowableChain } from './chain.ts';
import { evmForm } from './evm/evm-addresses.ts';
import { solanaForm } from './solana/solana-addresses.ts';
import { utxoForm } from './utxo/utxo-addresses.ts';

const forms: readonly ChainForm[] = [evmForm, utxoForm, solanaForm];

/** True if one of the families follows this chain. */
export function isFollowable(chain: string): chain is FollowableChain {
  return forms.some((form) => form.follows(chain));
}

/** The form of a chain's family. @throws if none follows it */
export function formOf(chain: string): ChainForm {
  const found = forms.find((form) => form.follows(chain));
  if (!found) throw new Error(`${chain} cannot be followed`);
  return found;
}
