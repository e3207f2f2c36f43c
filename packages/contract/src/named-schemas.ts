import type * as z from 'zod/mini';
import { walletAddress } from './addresses.ts';
import { balance, statementExport, statementLine } from './assets.ts';
import { session as logIn } from './auth.ts';
import { bankDeposit, bankDetails, payout, payoutOption, savedBankAccount } from './banks.ts';
import { candle } from './candles.ts';
import { codeSent } from './code-sent.ts';
import { coinNames } from './coins.ts';
import { message } from './content.ts';
import { conversionQuote } from './convert.ts';
import { deposit, depositChain } from './deposits.ts';
import { identityInfo } from './identity.ts';
import { apiKey } from './keys.ts';
import { depth, market, ticker, trade } from './market.ts';
import { notificationChoices } from './notifications.ts';
import { order, orderFill, orderParent } from './orders/order.ts';
import { scaledPlaced, scaledPreview } from './orders/scaled.ts';
import { twap } from './orders/twap.ts';
import { coinProfit, figures, lot, marketProfit, valuePoint } from './profit.ts';
import { publication, reserve } from './proof.ts';
import { recurringBuy, recurringRun } from './recurring.ts';
import { transferable } from './transfer.ts';
import { login, passkey, session, user } from './user.ts';
import { priceAlert } from './watchlist.ts';
import { withdrawableCoin, withdrawal } from './withdrawals.ts';
import { workspaceLayout } from './workspace.ts';

/** What answers and pushes hold, by the names that generated clients give their types. */
export const namedSchemas = {
  ApiKey: apiKey,
  Balance: balance,
  BankAccount: savedBankAccount,
  BankDeposit: bankDeposit,
  BankDetails: bankDetails,
  BankPayout: payout,
  BankPayoutOption: payoutOption,
  Candle: candle,
  CodeSent: codeSent,
  CoinNames: coinNames,
  CoinProfit: coinProfit,
  ConversionQuote: conversionQuote,
  Deposit: deposit,
  DepositChain: depositChain,
  Depth: depth,
  FileExport: statementExport,
  Identity: identityInfo,
  LogIn: logIn,
  LogInRecord: login,
  Market: market,
  MarketProfit: marketProfit,
  Message: message,
  NotificationChoices: notificationChoices,
  Order: order,
  OrderFill: orderFill,
  OrderParent: orderParent,
  Passkey: passkey,
  PriceAlert: priceAlert,
  ProfitFigures: figures,
  ProfitLot: lot,
  Publication: publication,
  RecurringBuy: recurringBuy,
  RecurringRun: recurringRun,
  Reserve: reserve,
  ScaledPlaced: scaledPlaced,
  ScaledPreview: scaledPreview,
  Session: session,
  StatementLine: statementLine,
  Ticker: ticker,
  Trade: trade,
  Transferable: transferable,
  Twap: twap,
  User: user,
  ValuePoint: valuePoint,
  WalletAddress: walletAddress,
  Withdrawal: withdrawal,
  WithdrawableCoin: withdrawableCoin,
  WorkspaceLayout: workspaceLayout,
} as const satisfies Readonly<Record<string, () => z.ZodMiniType>>;
