import { expect, test } from 'vitest';
import { scannedAddress } from './scanned-address.ts';

const ether = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ripple = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

test.each([
  [` ${bitcoin}\n`, { address: bitcoin }],
  [`bitcoin:${bitcoin}?amount=0.1&label=x`, { address: bitcoin }],
  [`ethereum:${ether}@1?value=1e18`, { address: ether }],
  [`ethereum:pay-${ether}@1/transfer?uint256=1`, { address: ether }],
  [`BITCOIN:${bitcoin}`, { address: bitcoin }],
  [`xrpl://${ripple}?dt=4711`, { address: ripple, memo: '4711' }],
  [`${ripple}?memo=`, { address: ripple }],
  ['https://fft.example/#/pages/login/reg?invite=ABCD', null],
  ['hello', null],
  ['', null],
])('%s', (text, address) => {
  expect(scannedAddress(text)).toEqual(address);
});
