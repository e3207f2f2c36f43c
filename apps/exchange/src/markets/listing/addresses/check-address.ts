import { networks, type Chain } from '../networks.ts';
import { unusable, type AddressCheck } from './address-check.ts';
import { bitcoinForms, bitcoinTestForms, checkBitcoin } from './bitcoin.ts';
import { checkEvm } from './evm.ts';
import { checkSolana } from './solana.ts';
import { checkTron } from './tron.ts';
import { checkXrp, isXrpTag } from './xrp.ts';

const checks: Readonly<Record<Chain, (text: string) => AddressCheck>> = {
  BTC: (text) => checkBitcoin(text, bitcoinForms.BTC),
  LTC: (text) => checkBitcoin(text, bitcoinForms.LTC),
  DOGE: (text) => checkBitcoin(text, bitcoinForms.DOGE),
  ETH: checkEvm,
  TRX: checkTron,
  SOL: checkSolana,
  XRP: checkXrp,
};

/**
 * Whether money can go to an address over a chain: of its form, its checksum right, somebody's, and no token's own contract. `network` is the one that is followed, where it is known:
 * chains for tests write their addresses otherwise, and money for one is lost on another.
 */
export function checkAddress(chain: Chain, text: string, network: string | null = null): AddressCheck {
  const form = network === null ? undefined : bitcoinTestForms[network];
  const check = form ? checkBitcoin(text, form) : checks[chain](text);
  const isContract =
    check.ok && networks.some((network) => network.chain === chain && network.contract === check.address);
  return isContract ? unusable : check;
}

/** Whether a chain knows memos or tags, and this is one. */
export function checkMemo(chain: Chain, memo: string): 'ok' | 'notUsed' | 'invalid' {
  if (chain !== 'XRP') return 'notUsed';
  return isXrpTag(memo) ? 'ok' : 'invalid';
}
