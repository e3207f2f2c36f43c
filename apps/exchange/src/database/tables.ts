import type { JournalTables } from '@fft/journal';
import type { AuditTables } from '../audit/tables.ts';
import type { BankTables } from '../banks/tables.ts';
import type { ContentTables } from '../content/tables.ts';
import type { CustodyTables } from '../custody/tables.ts';
import type { DemoTables } from '../demo/tables.ts';
import type { FeeTables } from '../funds/fees/tables.ts';
import type { HomeTables } from '../markets/home/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { ListingTables } from '../assets/tables.ts';
import type { ExportTables } from '../funds/balances/exports/tables.ts';
import type { ProfitTables } from '../funds/profit/tables.ts';
import type { LiabilityTables } from '../funds/liabilities/tables.ts';
import type { MarketTables } from '../markets/tables.ts';
import type { NotificationTables } from '../notifications/tables.ts';
import type { OperatorTables } from '../admin/tables.ts';
import type { AccountTables } from '../accounts/tables.ts';
import type { ScheduleTables } from '../orders/schedules/tables.ts';
import type { ProjectionTables } from '../ledger/projection/tables.ts';
import type { SnapshotTables } from '../ledger/snapshots/tables.ts';
import type { UploadTables } from '../pictures/tables.ts';
import type { WalletTables } from '../funds/addresses/tables.ts';
import type { WithdrawalTables } from '../funds/withdrawals/tables.ts';
import type { VersionTables } from './version-tables.ts';

/**
 * The rows of every table for Kysely. Each room declares its own (`accounts/tables.ts` exports `AccountTables`, from table name to
 * row), and this type joins them; the SQL is in `database/schema/`, a file for each room.
 */
export type Tables = JournalTables &
  AccountTables &
  ProjectionTables &
  DemoTables &
  MarketTables &
  HomeTables &
  UploadTables &
  IdentityTables &
  AuditTables &
  BankTables &
  WalletTables &
  WithdrawalTables &
  ContentTables &
  CustodyTables &
  FeeTables &
  LiabilityTables &
  ExportTables &
  ProfitTables &
  ScheduleTables &
  SnapshotTables &
  ListingTables &
  NotificationTables &
  OperatorTables &
  VersionTables;
