import { bankCustomerCalls } from './bank-customers.ts';
import { bankPaymentCalls } from './bank-payments.ts';
import { bankCalls } from './banks.ts';
import { contentCalls } from './content.ts';
import { customerCalls } from './customers.ts';
import { dashboardCalls } from './dashboard.ts';
import { feeCalls } from './fees.ts';
import { identityCalls } from './identity.ts';
import { marketCalls } from './markets.ts';
import { networkCalls } from './networks.ts';
import { operatorCalls } from './operators.ts';
import { paymentCalls } from './payments.ts';
import { recoveryCalls } from './recoveries.ts';
import { reserveCalls } from './reserves.ts';
import { sessionCalls } from './session.ts';
import { tokenCalls } from './tokens.ts';
import { treasuryCalls } from './treasury.ts';

/** Every call of the operators' API, by area. The customers' API and app do not include them. */
export const consoleCalls = {
  session: sessionCalls,
  dashboard: dashboardCalls,
  customers: customerCalls,
  identity: identityCalls,
  treasury: treasuryCalls,
  payments: paymentCalls,
  recoveries: recoveryCalls,
  reserves: reserveCalls,
  networks: networkCalls,
  banks: { ...bankCalls, ...bankPaymentCalls, ...bankCustomerCalls },
  markets: marketCalls,
  tokens: tokenCalls,
  fees: feeCalls,
  content: contentCalls,
  operators: operatorCalls,
};

/** Refusal code: the operator's role lacks the right. Refusals are in the audit log. */
export const forbiddenCode = 403;

export { mayDo, rights, rightsOf, roles, type Right, type Role } from './rights.ts';
export type { OperatorCall } from './operator-call.ts';
export type { Me, OperatorPasskey } from './session.ts';
export {
  type Act,
  type ActInput,
  type ActLabel,
  actLabels,
  type ActLine,
  actNames,
  actOf,
  acts,
  adjustments,
  entryActs,
  fileEncodings,
  mt940Dialects,
  factors,
  type ActValue,
  linesOf,
  marketStates,
  messageTarget,
  type OperatorChange,
  type WordSets,
} from './acts/index.ts';
export type { Approval, ApprovalOf, AuditRow, Operator } from './operators.ts';
export type { Customer, CustomerDetail, CustomerOrder, StatementLine } from './customers.ts';
export { lockKinds, lockRules, type LockKind } from './locks.ts';
export { identityStates } from './identity-states.ts';
export { identityOrders, identityViews, photos, type Papers, type Photo, type IdentitySubmission } from './identity.ts';
export { depositSources, risks, withdrawalStates } from './treasury.ts';
export type {
  AssetLine,
  ChainLine,
  MoneyFacts,
  Movement,
  ReviewedWithdrawal,
  Risk,
  WithdrawalFacts,
} from './treasury.ts';
export { paymentActs, paymentAnswers, type PaymentAct, type PaymentAnswer, type PaymentFacts } from './payments.ts';
export {
  recoveryFindings,
  recoveryOutcomes,
  recoveryStates,
  type Recovery,
  type RecoveryAnswer,
  type RecoveryArrival,
  type RecoveryOutcome,
} from './recoveries.ts';
export { pauseDirections, type PausableNetwork } from './networks.ts';
export type { ReserveWallet } from './reserves.ts';
export {
  isTokenRefused,
  type ListedToken,
  tokenFlags,
  tokenRefusals,
  type TokenCheck,
  type TokenFinding,
} from './tokens.ts';
export { bankProblemIn, bankProblemText, type BankProblem } from './bank-problems.ts';
export type { CustomerBankDeposit, CustomerPayout } from './bank-customers.ts';
export {
  bankBatchStates,
  type BankBatchLine,
  type BankDayLine,
  type BatchItemLine,
  type BatchPayment,
} from './bank-payments.ts';
export {
  bankEntryStates,
  bankFormats,
  bankFileStates,
  entryDoubts,
  type BankEntryLine,
  type BankFileLine,
  type BankPartLine,
  type HouseBankAccount,
  type FileStatementLine,
  unusualEntries,
} from './banks.ts';
export type { FeeTier } from './fees.ts';
export type { ListedAsset, ListedMarket } from './markets.ts';
export type { Banner, Notice, SentMessage } from './content.ts';
export { alarmKinds, alarmTexts, type Alarm, type AlarmKind, type DashboardSample } from './dashboard.ts';
