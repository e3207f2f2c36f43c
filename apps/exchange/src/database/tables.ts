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

/** The tables that each room owns: no other room writes them. Each room declares its rows in its own `tables.ts`. */
export interface OwnedTables {
  accounts: AccountTables;
  admin: OperatorTables;
  assets: ListingTables;
  audit: AuditTables;
  banks: BankTables;
  content: ContentTables;
  custody: CustodyTables;
  database: VersionTables;
  demo: DemoTables;
  funds: ExportTables & FeeTables & LiabilityTables & ProfitTables & WalletTables & WithdrawalTables;
  identity: IdentityTables;
  ledger: JournalTables & ProjectionTables & SnapshotTables;
  markets: MarketTables & HomeTables;
  notifications: NotificationTables;
  orders: ScheduleTables;
  pictures: UploadTables;
}

type Owner = keyof OwnedTables;

/** Two rooms own no table: they read what others publish. */
export type Room = Owner | 'binance' | 'metrics';

type Joined<Owned> = (Owned extends unknown ? (owned: Owned) => void : never) extends (joined: infer All) => void
  ? All
  : never;

/** The rows of every table, for the database's own work and for tests. The SQL is in `database/schema/`, a file for each room. */
export type Tables = Joined<OwnedTables[Owner]>;
