/** What is known of chains without asking one: keys and addresses, what a transaction pays, what a block moved. */
export { accountPath, hotKey, type KeyRef, PrivateKeys, PublicKeys } from './keys.ts';
export { type Call, callOf, type Payment, paymentOf, tokenAbi } from './payment.ts';
export { type BlockMoney, ownValue, small, type Transfer, transfersOf } from './transfers.ts';
export { toChainUnits, toLedgerUnits } from './units.ts';
export { fakeToken, testPayer, testToken } from './test-contracts/test-contracts.ts';
export { outputsOf, spendsOf, type RawUtxoTransaction, type UtxoOutput, type UtxoSpend } from './utxo/block.ts';
export { addressOfScript, scriptOfAddress, UtxoPrivateKeys, UtxoPublicKeys } from './utxo/keys.ts';
export { utxoNetworks, type UtxoNetwork, type UtxoNetworkName } from './utxo/network.ts';
export { planGathering, planPayment, type PaymentPlan, type PlanRefusal, type UtxoCoin } from './utxo/plan.ts';
export { inputsOfRaw, readUnsigned, signUnsigned, unsignedOf, type UnsignedPayment } from './utxo/unsigned.ts';
export { tronAddress, tronDigits } from './tron/address.ts';
export { TronPrivateKeys, TronPublicKeys } from './tron/keys.ts';
export {
  tronDoubtOf,
  readTronTransaction,
  signTron,
  transferArguments,
  type TronDoubt,
  type TronLimits,
  type TronPayment,
  type TronTransaction,
} from './tron/transaction.ts';
export { type TronReceipt, type TronTransfer, tronTransfersOf } from './tron/transfers.ts';
