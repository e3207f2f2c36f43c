export { looksLikeAddress, otherNetworksOf } from './address-form.ts';
export { AddressText } from './AddressText.tsx';
export { AmountField } from './AmountField.tsx';
export { CoinSheet } from './CoinSheet.tsx';
export { createRequestIds } from './request-id.ts';
export { keepNetwork, lastNetwork } from './last-network.ts';
export { NetworkSheet } from './NetworkSheet.tsx';
export { PairFields } from './PairFields.tsx';
export { usePair, type LiftCoin, type Pair } from './use-pair.ts';
