import { calls } from '@fft/contract';
import { checkAddress } from '../../assets/addresses/check-address.ts';
import { findNetwork } from '../../assets/networks.ts';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { TokenList } from '../../ledger/listings/token-list.ts';
import type { SavedAddress } from '../addresses/index.ts';
import type { WithdrawalOptions } from './options.ts';
import { sendWithdrawalCode } from './send-withdrawal-code.ts';
import { withdrawableCoins, withdrawalDetail } from './withdrawable-coins.ts';
import { submitByKey, submitWithdrawal } from './submit.ts';
import { refuse } from '../refusals.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import { refuseUnfinished } from '../../ledger/refusals.ts';
import { withdrawalWire } from './wire.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import { dayRoom } from './day-room.ts';
import { dayLimit } from './rules.ts';

type Calls = typeof calls.withdrawals;

/** A customer's withdrawals, for every door. */
export interface CustomersWithdrawals {
  readonly coins: Handler<Calls['coins']>;
  readonly submitByKey: Handler<Calls['submitByKey']>;
  /** Newest first. */
  readonly list: WithdrawalOptions['listed']['list'];
  /** Finds the saved address that withdrawals may go to, in any of its forms; null if there is none. */
  findAddress(customer: number, wanted: WantedAddress): Promise<SavedAddress | null>;
}

interface WantedAddress {
  readonly coin: string;
  /** Undefined: any. */
  readonly chain: string | undefined;
  readonly address: string;
  readonly memo: string;
}

/** More than a customer may save. */
const allAddresses = 1_000;

export function createCustomersWithdrawals(options: WithdrawalOptions): CustomersWithdrawals {
  const { addresses, listed } = options;
  return {
    coins: withdrawableCoins(options),
    submitByKey: submitByKey(options),
    list: (customer, query) => listed.list(customer, { ...query, kind: 'coin' }),
    findAddress: async (customer, { coin, chain, address, memo }) => {
      const saved = await addresses.list(customer, { coin, chain, before: Infinity, limit: allAddresses });
      return saved.find((one) => one.memo === memo && isWrittenAs(options.directory.tokens, one, address)) ?? null;
    },
  };
}

/** True for any of an address's forms: those of Ethereum differ in case. */
function isWrittenAs(tokens: TokenList, saved: SavedAddress, text: string): boolean {
  if (saved.address === text) return true;
  const network = findNetwork(tokens, saved.coin, saved.chain);
  const check = network && checkAddress(network.chain, text);
  return check?.ok === true && check.address === saved.address;
}

/** Binds the withdrawal calls. */
export function serveWithdrawals(api: Api, options: WithdrawalOptions, own: CustomersWithdrawals): void {
  const { withdrawals } = calls;
  route(api, withdrawals.coins, own.coins);
  route(api, withdrawals.limits, withdrawalLimits(options));
  route(api, withdrawals.detail, withdrawalDetail(options));
  route(api, withdrawals.sendCode, sendWithdrawalCode(options));
  route(api, withdrawals.submit, submitWithdrawal(options));
  route(api, withdrawals.submitByKey, own.submitByKey);
  route(api, withdrawals.cancel, cancelWithdrawal(options));
  route(api, withdrawals.history, withdrawalHistory(options));
}

/** The handlers of a rail's own calls: their inputs are those of coins, with the rail's chain. */
export interface RailCalls {
  readonly coins: Handler<Calls['coins']>;
  readonly sendCode: Handler<Calls['sendCode']>;
  readonly submit: Handler<Calls['submit']>;
  readonly cancel: Handler<Calls['cancel']>;
  readonly history: Handler<Calls['history']>;
  readonly detail: Handler<Calls['detail']>;
}

export function createRailCalls(options: WithdrawalOptions): RailCalls {
  return {
    coins: withdrawableCoins(options),
    sendCode: sendWithdrawalCode(options),
    submit: submitWithdrawal(options),
    cancel: cancelWithdrawal(options),
    history: withdrawalHistory(options),
    detail: withdrawalDetail(options),
  };
}

/** Cancels a withdrawal in review; another customer's is answered like one that does not exist. */
function cancelWithdrawal(options: WithdrawalOptions): Handler<typeof calls.withdrawals.cancel> {
  return async ({ id }, { customer, lang }) => {
    const row = readRowId(id);
    const found = row === null ? null : await options.withdrawals.find(customer.id, row);
    if (found === null) throw refuse('unknownWithdrawal');
    const cancelled = await options.processor.move(found.id, 'cancelled').catch(refuseUnfinished);
    if (cancelled === null) throw refuse('withdrawalNotInReview');
    return withdrawalWire(options.directory, cancelled, lang);
  };
}

/** Lists the customer's withdrawals, page by page. */
function withdrawalHistory({ listed, directory, rail }: WithdrawalOptions): Handler<typeof calls.withdrawals.history> {
  return async ({ coin, state, limit, cursor }, { customer, lang }) => {
    const found = await listed.list(customer.id, { coin, state, kind: rail.kind, before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((row) => withdrawalWire(directory, row, lang)),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  };
}

/** Returns the customer's 24-hour limit and use, and the limit of each level. */
function withdrawalLimits(options: WithdrawalOptions): Handler<typeof calls.withdrawals.limits> {
  return async (_input, { customer }) => {
    const { limit, used } = await dayRoom(options, customer.id);
    return {
      identityRequired: options.identityRequired,
      dayLimit: formatUsdt(limit),
      dayUsed: formatUsdt(used),
      levels: {
        unverified: formatUsdt(dayLimit(options.limits, 'none')),
        verified: formatUsdt(dayLimit(options.limits, 'passed')),
      },
    };
  };
}
