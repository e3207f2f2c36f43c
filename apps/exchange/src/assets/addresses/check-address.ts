import { type EvmChainName, isEvmChain, isSolanaWallet, solanaBytes } from '@fft/chains';
import { networks, type Chain, type ListedChain } from '../networks.ts';
import { unusable, type AddressCheck, invalid, usable } from './address-check.ts';
import { bitcoinForms, bitcoinTestForms, checkBitcoin } from './bitcoin.ts';
import { checkEvm } from './evm.ts';
import { checkXrp, isXrpTag } from './xrp.ts';

const checks: Readonly<Record<Exclude<ListedChain, EvmChainName>, (text: string) => AddressCheck>> = {
  BTC: (text) => checkBitcoin(text, bitcoinForms.BTC),
  LTC: (text) => checkBitcoin(text, bitcoinForms.LTC),
  DOGE: (text) => checkBitcoin(text, bitcoinForms.DOGE),
  SOL: checkSolana,
  XRP: checkXrp,
};

/**
 * Checks that an address can receive money over a chain: its form and checksum are right, someone can have its key, and it is no token's contract. `network` is the network
 * that is followed, if known: test networks have other address forms, and money sent to an address of another network is lost.
 */
export function checkAddress(chain: Chain, text: string, network: string | null = null): AddressCheck {
  const form = network === null ? undefined : bitcoinTestForms[network];
  const check = form ? checkBitcoin(text, form) : (isEvmChain(chain) ? checkEvm : checks[chain])(text);
  // A token's address is no one's on another EVM network either.
  const isThere = (other: Chain): boolean => other === chain || (isEvmChain(chain) && isEvmChain(other));
  const isContract =
    check.ok && networks.some((network) => isThere(network.chain) && network.contract === check.address);
  return isContract ? unusable : check;
}

/** Checks a memo: 'notUsed' if the chain has no memos or tags. */
export function checkMemo(chain: Chain, memo: string): 'ok' | 'notUsed' | 'invalid' {
  if (chain !== 'XRP') return 'notUsed';
  return isXrpTag(memo) ? 'ok' : 'invalid';
}

/**
 * Checks a Solana address: 32 bytes in base58, and a wallet's, which a key can have. Accounts of tokens and of programs are at addresses without a key: a payment goes
 * to the account that is derived from a wallet. There is no checksum; half of all typing errors lead to addresses without a key.
 */
function checkSolana(text: string): AddressCheck {
  if (solanaBytes(text) === null) return invalid;
  return isSolanaWallet(text) ? usable(text) : unusable;
}
