import type { Kysely } from 'kysely';
import type { Inbox } from './content/inbox.ts';
import type { Tables } from './database/tables.ts';
import type { Gates } from './transport/http/gates.ts';
import type { Chain } from './markets/listing/networks.ts';
import { type RecipientDoubt, recipientDoubt } from './custody/recipients.ts';
import { followedNetwork } from './markets/listing/open-networks.ts';
import type { Api } from './transport/http/route.ts';
import type { ControlPrices } from './markets/prices/control-prices.ts';
import type { Passport } from './accounts/accounts.ts';
import type { Settings } from './config/settings.ts';
import type { Trading } from './open-trading.ts';
import { serveTransfer } from './funds/transfers/transfer.ts';
import { createAddresses, type SavedAddress } from './funds/addresses/addresses.ts';
import { addressSavedMessage } from './funds/addresses/messages.ts';
import { serveWallet } from './funds/addresses/wallet.ts';
import type { OpenedDesk } from './open-desk.ts';
import { serveWithdrawals } from './funds/withdrawals/serve-withdrawals.ts';
import { createWithdrawals } from './funds/withdrawals/withdrawals.ts';

/** What the areas that move money work with. */
export interface MoneyParts {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  /** For lists. */
  readonly reading: Kysely<Tables>;
  readonly trading: Trading;
  readonly prices: ControlPrices;
  readonly gates: Gates;
  readonly passport: Pick<Passport, 'account'>;
  readonly inbox: Inbox;
  readonly settings: Pick<Settings, 'withdrawalLimits'>;
  readonly now: () => number;
  readonly desk: OpenedDesk;
}

/** Binds the calls that move money other than by trading. */
export function serveMoney(parts: MoneyParts): void {
  const { api, db, reading, trading, passport, inbox, settings, now } = parts;
  const { authority, blocks, desk, withdrawals } = parts.desk;
  const { account } = passport;
  const addresses = createAddresses(db);
  serveTransfer({ ...trading, api });
  const onSaved = async (customer: number, address: SavedAddress): Promise<void> => {
    await inbox.tell(db, customer, addressSavedMessage(address));
  };
  const networkOf = (chain: Chain): Promise<string | null> => followedNetwork(db, chain);
  const listed = createAddresses(reading);
  const doubtOf = (place: { chain: Chain; address: string }): Promise<RecipientDoubt | null> =>
    recipientDoubt(db, place);
  const wallet = { addresses, listed, payPassword: account.payPassword, networkOf, now, onSaved };
  serveWallet(api, { ...wallet, recipientDoubt: doubtOf });
  serveWithdrawals({
    ...trading,
    ...parts,
    limits: settings.withdrawalLimits,
    account,
    addresses,
    recipientDoubt: doubtOf,
    withdrawals,
    listed: createWithdrawals({ db: reading, authority, blocks, now }),
    desk,
  });
}
