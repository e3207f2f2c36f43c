/** What is known of chains without asking one: keys and addresses, what a transaction pays, what a block moved. */
export {
  AccountKeys,
  accountPath,
  hotKey,
  isSameKey,
  type KeyRef,
  nonceSlot,
  PrivateKeys,
  PublicKeys,
} from './keys.ts';
export { type Call, callOf, type Payment, paymentOf, readSignedCall, tokenAbi } from './payment.ts';
export { type BlockMoney, ownValue, small, tokenTransfersOf, type Transfer, transfersOf } from './transfers.ts';
export { innerTransfersOf, type TracedCall } from './traces.ts';
export { toChainUnits, toLedgerUnits } from './units.ts';
export { fakeToken, testPayer, testToken } from './test-contracts/test-contracts.ts';
export { outputsOf, spendsOf, type RawUtxoTransaction, type UtxoOutput, type UtxoSpend } from './utxo/block.ts';
export { addressOfScript, scriptOfAddress, UtxoPrivateKeys, UtxoPublicKeys } from './utxo/keys.ts';
export { utxoNetworks, type UtxoNetwork, type UtxoNetworkName } from './utxo/network.ts';
export {
  planGathering,
  planPayment,
  type PaymentPlan,
  type PlanRefusal,
  type UtxoCoin,
  virtualSize,
} from './utxo/plan.ts';
export { compressed, type DigestSignature, publicKeyOf, signatureOfDer, signDigest } from './signature.ts';
export {
  coinCountOf,
  digestsOf,
  inputsOfRaw,
  readSignedUtxo,
  readUnsigned,
  signedAtOnce,
  signUnsigned,
  unsignedOf,
  type UnsignedPayment,
  withSignatures,
} from './utxo/unsigned.ts';
export { tronAddress, tronDigits } from './tron/address.ts';
export { TronPrivateKeys, TronPublicKeys } from './tron/keys.ts';
export {
  readSignedTron,
  readTronTransaction,
  tronDigest,
  tronDoubtOf,
  transferArguments,
  type TronDoubt,
  type TronLimits,
  type TronPayment,
  type TronTransaction,
  withTronSignature,
} from './tron/transaction.ts';
export { type TronReceipt, type TronTransfer, tronTransfersOf } from './tron/transfers.ts';
export { isMacOfOrder, macOfOrder, undecided, type WithdrawalOrder } from './withdrawal-order.ts';
