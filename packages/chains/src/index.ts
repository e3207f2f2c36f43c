/** What is known of chains without asking one: keys and addresses, what a transaction pays, what a block moved. */
export { accountPath, hotKey, type KeyRef, PrivateKeys, PublicKeys } from './keys.ts';
export { type Call, callOf, type Payment, paymentOf, tokenAbi } from './payment.ts';
export { type BlockMoney, ownValue, small, type Transfer, transfersOf } from './transfers.ts';
export { toChainUnits, toLedgerUnits } from './units.ts';
export { fakeToken, testPayer, testToken } from './test-contracts/test-contracts.ts';
