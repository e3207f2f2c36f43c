import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type Made, once } from './once.ts';

/** A saved address that money can be withdrawn to. */
export const walletAddress = once(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    chain: z.string(),
    name: z.string(),
    /** In the one way it is written. */
    address: z.string(),
    /** The tag or memo that must go with it. */
    memo: z.optional(z.string()),
    /** From then on; a new address has to wait. */
    usableFrom: field.time(),
    time: field.time(),
  }),
);
export type WalletAddress = Made<typeof walletAddress>;

export const addressCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/user_wallet.html',
    auth: 'required',
    weight: 5,
    summary: 'The addresses that I saved, the newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), chain: z.optional(field.chain()), ...field.page() }),
    output: () => field.pageOf(walletAddress()),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/user_wallet/create.html',
    auth: 'required',
    summary:
      'Saves an address to withdraw to. It is checked for its chain, needs the transaction password, and can be used 24 hours later.',
    input: () =>
      z.object({
        coin: field.coin(),
        chain: field.chain(),
        name: field.line(32, 'label').check(z.minLength(1, 'blank')),
        address: field.text(128),
        memo: z.optional(z.union([z.literal(''), field.text(64)])),
        payPassword: field.payPassword(),
      }),
    output: walletAddress,
  }),
  delete: defineCall({
    method: 'POST',
    path: '/api/user_wallet/delete.html',
    auth: 'required',
    summary: 'Deletes a saved address. Withdrawals that are under way keep theirs.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
};
