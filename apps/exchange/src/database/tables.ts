import type { JournalTables } from '@fft/journal';
import type { AuditTables } from '../audit/tables.ts';
import type { ContentTables } from '../content/tables.ts';
import type { CustodyTables } from '../custody/tables.ts';
import type { DemoTables } from '../demo/tables.ts';
import type { FeeTables } from '../fees/tables.ts';
import type { HomeTables } from '../home/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { ListingTables } from '../listing/tables.ts';
import type { LiabilityTables } from '../liabilities/tables.ts';
import type { MarketTables } from '../market/tables.ts';
import type { OperatorTables } from '../operators/tables.ts';
import type { PassportTables } from '../passport/tables.ts';
import type { ProjectionTables } from '../projector/tables.ts';
import type { SnapshotTables } from '../snapshots/tables.ts';
import type { UploadTables } from '../upload/tables.ts';
import type { WalletTables } from '../wallet/tables.ts';
import type { WithdrawalTables } from '../withdrawals/tables.ts';

/**
 * The rows of every table, as Kysely sees them. An area declares its own in its folder (`src/passport/tables.ts`
 * exports `PassportTables`, from table name to row) and is joined here by `&`; its SQL stays in its folder too.
 */
export type Tables = JournalTables &
  PassportTables &
  ProjectionTables &
  DemoTables &
  MarketTables &
  HomeTables &
  UploadTables &
  IdentityTables &
  AuditTables &
  WalletTables &
  WithdrawalTables &
  ContentTables &
  CustodyTables &
  FeeTables &
  LiabilityTables &
  SnapshotTables &
  ListingTables &
  OperatorTables;
