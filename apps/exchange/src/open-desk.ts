import type { Logger } from 'pino';
import type { Inbox } from './content/inbox.ts';
import type { Settings } from './config/settings.ts';
import type { Storage } from './ledger/storage.ts';
import type { Trading } from './open-trading.ts';
import { type Authority, createAuthority } from './funds/withdrawals/authority.ts';
import { type Blocks, createBlocks } from './funds/withdrawals/blocks.ts';
import {
  createWithdrawalProcessor,
  type WithdrawalProcessor,
  type OnChange,
} from './funds/withdrawals/withdrawal-processor.ts';
import { withdrawalMessage } from './funds/withdrawals/messages.ts';
import { dayLimit } from './funds/withdrawals/rules.ts';
import { createWithdrawals, type Withdrawals } from './funds/withdrawals/withdrawals.ts';

export interface OpenDeskParts {
  readonly storage: Storage;
  readonly trading: Trading;
  readonly inbox: Inbox;
  readonly settings: Pick<Settings, 'withdrawalLimits'>;
  /** Shared with the signer. */
  readonly withdrawalMacKey: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

export interface OpenedDesk {
  readonly desk: WithdrawalProcessor;
  readonly withdrawals: Withdrawals;
  readonly authority: Authority;
  readonly blocks: Blocks;
}

/** How often withdrawals that were left half done are taken up again. */
const resumeMs = 10_000;

/** Opens what withdrawals are moved on at, by those who serve customers and by those who follow chains, and takes up what was left half done. */
export async function openDesk(parts: OpenDeskParts): Promise<OpenedDesk> {
  const { storage, trading, inbox, withdrawalMacKey: key, log, now, closing } = parts;
  const { db } = storage.pools.money;
  const { gateway, directory } = trading;
  const authority = createAuthority({ key, log });
  const blocks = createBlocks({ authority, limitWithoutIdentity: dayLimit(parts.settings.withdrawalLimits, 'none') });
  const withdrawals = createWithdrawals({ db, authority, blocks, now });
  const onChange: OnChange = (transaction, row) =>
    inbox.tell(transaction, row.customer, withdrawalMessage(directory.asset(row.asset).decimals, row));
  const desk = createWithdrawalProcessor({ db, gateway, withdrawals, blocks, log, now, onChange });
  await desk.resume();
  const resuming = setInterval(() => {
    desk.resume().catch((error: unknown) => log.warn({ err: error }, 'withdrawals could not be looked at'));
  }, resumeMs);
  closing.defer(() => clearInterval(resuming));
  return { desk, withdrawals, authority, blocks };
}
