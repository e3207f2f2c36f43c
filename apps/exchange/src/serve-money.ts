import type { Kysely } from 'kysely';
import type { Inbox } from './content/inbox.ts';
import type { Tables } from './database/tables.ts';
import type { Gates } from './http/gates.ts';
import type { Chain } from './listing/networks.ts';
import { followedNetwork } from './listing/open-networks.ts';
import type { Api } from './http/route.ts';
import type { Valuation } from './market-data/valuation.ts';
import type { Passport } from './passport/passport.ts';
import type { Settings } from './settings.ts';
import type { Trading } from './start-trading.ts';
import { serveTransfer } from './transfer/transfer.ts';
import { createAddresses, type SavedAddress } from './wallet/addresses.ts';
import { addressSavedMessage } from './wallet/messages.ts';
import { serveWallet } from './wallet/wallet.ts';
import { createDesk, type Desk, type OnChange } from './withdrawals/desk.ts';
import { withdrawalMessage } from './withdrawals/messages.ts';
import { serveWithdrawals } from './withdrawals/serve-withdrawals.ts';
import { createWithdrawals } from './withdrawals/withdrawals.ts';

/** What the areas that move money work with. */
export interface MoneyParts {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly trading: Trading;
  readonly valuation: Valuation;
  readonly gates: Gates;
  readonly passport: Pick<Passport, 'account'>;
  readonly inbox: Inbox;
  readonly settings: Pick<Settings, 'withdrawalLimits'>;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

/** How often withdrawals that were left half done are taken up again. */
const resumeMs = 10_000;

/** Binds the calls that move money other than by trading, and answers the desk that withdrawals are moved on at. */
export async function serveMoney(parts: MoneyParts): Promise<Desk> {
  const { api, db, trading, passport, inbox, settings, now, closing } = parts;
  const { account } = passport;
  const addresses = createAddresses(db);
  const withdrawals = createWithdrawals(db, now);
  const { gateway } = trading;
  const onChange: OnChange = (transaction, row) =>
    inbox.tell(transaction, row.customer, withdrawalMessage(trading.directory.asset(row.asset).decimals, row));
  const desk = createDesk({ db, gateway, withdrawals, log: api.log, onChange });
  serveTransfer({ ...trading, api });
  const onSaved = async (customer: number, address: SavedAddress): Promise<void> => {
    await inbox.tell(db, customer, addressSavedMessage(address));
  };
  const networkOf = (chain: Chain): Promise<string | null> => followedNetwork(db, chain);
  serveWallet(api, { addresses, payPassword: account.payPassword, networkOf, now, onSaved });
  serveWithdrawals({ ...trading, ...parts, limits: settings.withdrawalLimits, account, addresses, withdrawals, desk });
  await desk.resume();
  const resuming = setInterval(() => {
    desk.resume().catch((error: unknown) => api.log.warn({ err: error }, 'withdrawals could not be looked at'));
  }, resumeMs);
  closing.defer(() => clearInterval(resuming));
  return desk;
}
