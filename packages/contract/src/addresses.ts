import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** A saved withdrawal address. */
export const walletAddress = lazy(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    chain: z.string(),
    name: z.string(),
    /** In the chain's canonical form. */
    address: z.string(),
    /** Required with every payment to this address, where present. */
    memo: z.optional(z.string()),
    /** A new address can be used only from this time on. */
    usableFrom: field.time(),
    time: field.time(),
  }),
);
export type WalletAddress = SchemaOutput<typeof walletAddress>;

export const addressCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/user_wallet.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists my saved withdrawal addresses, newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), chain: z.optional(field.chain()), ...field.page() }),
    output: () => field.pageOf(walletAddress()),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/user_wallet/create.html',
    auth: 'required',
    keyRight: 'never',
    summary:
      'Saves a withdrawal address. The address is validated for its chain, requires the transaction password, and can be used after a wait: 24 hours by default (`rules.withdrawalWaitSeconds` of my profile).',
    input: () =>
      z.object({
        coin: field.coin(),
        chain: field.chain(),
        name: field.singleLine(32, 'label').check(z.minLength(1, 'blank')),
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
    keyRight: 'never',
    summary: 'Deletes a saved address. Withdrawals in progress are not affected.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
};
