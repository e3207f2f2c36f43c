/** Chain functions that need no node: keys and addresses, payments in transactions, transfers in blocks. */
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
export {
  type Call,
  paymentCall,
  type Payment,
  paymentOf,
  readSignedCall,
  type SignedCall,
  tokenAbi,
} from './evm/payment.ts';
export {
  allowanceCall,
  allowanceOf,
  dispersalAbi,
  dispersalCall,
  dispersalOf,
  type TokenPayment,
} from './evm/dispersal.ts';
export {
  type BlockData,
  nativeValuePosition,
  lowerCaseAddress,
  tokenTransfersOf,
  type Transfer,
  transfersOf,
  transferTopic,
} from './evm/transfers.ts';
export {
  type DataFee,
  type EvmChainName,
  type EvmNetwork,
  evmNetworks,
  evmOwnDecimals,
  type Finality,
  isEvmChain,
  isKnownEvmChain,
  isOwnEvmChain,
  type KnownEvmChain,
  knownEvmNetwork,
  mainChainId,
  nameOfChainId,
  type OwnEvmChain,
  type OwnEvmCoin,
  type OwnEvmNetwork,
} from './evm/evm-networks.ts';
export { chainNames } from './chain-names.ts';
export { innerTransfersOf, type TracedCall } from './evm/traces.ts';
export { toChainUnits, toLedgerUnits } from './units.ts';
export { fakeToken, hostileTokens, testDisperse, testPayer, testToken } from './test-contracts/test-contracts.ts';
export {
  beaconSlot,
  implementationSlots,
  minimalProxyTarget,
  powersIn,
  type TokenPower,
} from './token-probe/token-code.ts';
export { balanceSlots, tokenProbe } from './token-probe/token-probe.ts';
export { outputsOf, spendsOf, type RawUtxoTransaction, type UtxoOutput, type UtxoSpend } from './utxo/block.ts';
export { addressOfScript, scriptOfAddress, UtxoPrivateKeys, UtxoPublicKeys } from './utxo/keys.ts';
export {
  isUtxoChain,
  utxoChains,
  type UtxoChainName,
  utxoNetworks,
  type UtxoNetwork,
  type UtxoNetworkName,
} from './utxo/network.ts';
export {
  maxBatchSize,
  type PaidOutput,
  planConsolidation,
  planPayment,
  type PaymentPlan,
  type PlanRefusal,
  type UtxoCoin,
  virtualSize,
} from './utxo/plan.ts';
export { compressPublicKey, type DigestSignature, publicKeyOf, signatureOfDer, signDigest } from './signature.ts';
export {
  coinCountOf,
  digestsOf,
  inputsOfRaw,
  readSignedUtxo,
  readUnsigned,
  signatureBatchSize,
  signUnsigned,
  unsignedOf,
  type UnsignedPayment,
  withSignatures,
} from './utxo/unsigned.ts';
export { verifyOrderMac, orderMac, undecided, type WithdrawalOrder } from './withdrawal-order.ts';
export {
  isOnCurve,
  isSolanaWallet,
  solanaAddress,
  solanaBytes,
  solanaPrograms,
  tokenAccountOf,
} from './solana/address.ts';
export { encodeMessage, type Instruction, type SolanaMessage } from './solana/message.ts';
export { SolanaPrivateKeys, SolanaPublicKeys } from './solana/keys.ts';
export {
  readSolanaTerms,
  solanaCost,
  solanaMessageOf,
  solanaMismatch,
  type SolanaMismatch,
  type SolanaPayment,
  type SolanaTerms,
  signatureFee,
  tokenAccountRent,
  walletRent,
} from './solana/payment.ts';
export { readSignedSolana, solanaSigners, withSolanaSignatures } from './solana/signed.ts';
export {
  isCollectable,
  type SolanaBlockTransaction,
  solanaTransfersOf,
  type SolanaTransfer,
} from './solana/transfers.ts';
