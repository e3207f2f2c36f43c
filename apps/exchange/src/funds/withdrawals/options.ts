import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Gates } from '../../transport/http/gates.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { ExplorerLinks } from '../../assets/explorers.ts';
import type { ControlPrices } from '../../assets/prices/control-prices.ts';
import type { Account } from '../../accounts/index.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Addresses } from '../addresses/index.ts';
import type { Rail } from './rail.ts';
import type { WithdrawalProcessor } from './withdrawal-processor.ts';
import type { WithdrawalLimits } from '../../config/settings.ts';
import type { Withdrawals } from './withdrawals.ts';

/** Dependencies of the withdrawal calls. */
export interface WithdrawalOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
  readonly prices: Pick<ControlPrices, 'usdtUnits'>;
  readonly gates: Gates;
  readonly account: Pick<Account, 'customers' | 'codes' | 'sender' | 'payPassword' | 'secondFactor' | 'holds'>;
  readonly addresses: Addresses;
  readonly rail: Rail;
  readonly withdrawals: Withdrawals;
  /** The same rows, through the connection pool for lists. */
  readonly listed: Pick<Withdrawals, 'list'>;
  readonly processor: WithdrawalProcessor;
  readonly limits: WithdrawalLimits;
  /** True if withdrawals need a verified identity. */
  readonly identityRequired: boolean;
  readonly explorerLinks: ExplorerLinks;
  readonly now: () => number;
}
