import { expect, test } from 'vitest';
import { scannedAddress } from './scanned-address.ts';

const ether = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2';
const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ripple = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

test.each([
  [` ${bitcoin}\n`, { address: bitcoin }],
  [`bitcoin:${bitcoin}?amount=0.1&label=x`, { address: bitcoin }],
  [`ethereum:${ether}@1?value=1e18`, { address: ether }],
  [`ethereum:pay-${ether}@1`, { address: ether }],
  [`bitcoin:${bitcoin}/`, { address: bitcoin }],
  [`ethereum:${contract}@1/transfer?address=${ether}&uint256=1`, { address: ether }],
  [`ethereum:pay-${contract}/transfer?uint256=1`, null],
  [`ethereum:${contract}@1/approve?address=${ether}&uint256=1`, null],
  [`BITCOIN:${bitcoin}`, { address: bitcoin }],
  [`xrpl://${ripple}?dt=4711`, { address: ripple, memo: '4711' }],
  [`${ripple}?memo=`, { address: ripple }],
  ['https://fft.example/#/pages/login/reg?invite=ABCD', null],
  ['hello', null],
  ['', null],
])('%s', (text, address) => {
  expect(scannedAddress(text)).toEqual(address);
});
