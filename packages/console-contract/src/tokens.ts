import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { readCall, writeCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

/** What stops a token from being listed. */
export const tokenRefusals = [
  'noContract',
  'noDecimals',
  'unsteadyDecimals',
  /** Its balances are stored where none are looked for, so that no transfer could be tried. */
  'notTestable',
  'rebases',
  'refusesTransfer',
  'doesNotMove',
  'takesFee',
  'tooMuchGas',
  'nodesDisagree',
  'canRebase',
] as const;
/** What its owner can do, and what wasn't tried: an operator decides. */
export const tokenFlags = ['canCharge', 'canBlock', 'canPause', 'upgradeable', 'timeUntested', 'oneNode'] as const;
const findings = [...tokenRefusals, ...tokenFlags] as const;
export type TokenFinding = (typeof findings)[number];

const refusals: ReadonlySet<TokenFinding> = new Set(tokenRefusals);
/** True if a token with these findings can't be listed. */
export function isTokenRefused(found: readonly TokenFinding[]): boolean {
  return found.some((one) => refusals.has(one));
}

const tokenCheck = z.object({
  id: z.number(),
  chain: z.string(),
  contract: z.string(),
  operator: z.string(),
  time: field.time(),
  /** Null until custody has asked the nodes. */
  answer: z.nullable(
    z.object({
      /** As the contract tells them; anyone can make a contract with any name. */
      symbol: z.string(),
      name: z.string(),
      decimals: z.nullable(z.number()),
      findings: z.array(z.enum(findings)),
      /** As the signer's settings have it; null while they don't. */
      signer: z.nullable(z.object({ coin: z.string(), decimals: z.number() })),
    }),
  ),
});
export type TokenCheck = z.output<typeof tokenCheck>;

const listedToken = z.object({
  coin: z.string(),
  chain: z.string(),
  contract: z.string(),
  decimals: z.number(),
  fee: field.decimal(),
  min: field.decimal(),
  max: field.decimal(),
  minDeposit: field.decimal(),
  /** The operators who agreed. */
  operators: z.string(),
  time: field.time(),
  /** False while it waits until custody has opened it: the signer must list it, and the contract have these decimals. */
  open: z.boolean(),
});
export type ListedToken = z.output<typeof listedToken>;

export const tokenCalls = {
  list: readCall({
    name: 'tokens',
    right: 'markets.see',
    summary:
      'Lists the tokens that operators listed, the newest checks of contracts, and the networks that tokens can be listed on.',
    input: () => z.object({}),
    output: () =>
      z.object({ networks: z.array(z.string()), tokens: z.array(listedToken), checks: z.array(tokenCheck) }),
  }),
  check: writeCall({
    name: 'tokens/check',
    right: 'markets.change',
    summary:
      'Asks custody to read a token’s contract through both nodes of a network and to try its transfers there, without sending anything. `tokens` has the answer.',
    input: () =>
      z.object({
        chain: z.string('blank').check(z.regex(/^[A-Z0-9]{3,16}$/, 'id')),
        contract: z.string('blank').check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'id')),
      }),
    output: () => z.object({ id: z.number() }),
  }),
  propose: writeCall({
    name: 'tokens/propose',
    right: 'markets.change',
    summary:
      'Proposes to move a listed coin over a network by a checked token. A second operator must approve; custody then opens it without a restart, once the signer lists it as well.',
    input: () =>
      z.object({
        /** The check, which must not be older than a day. */
        check: operatorId,
        coin: field.coin(),
        fee: field.amount(),
        min: field.amount(),
        max: field.amount(),
        minDeposit: field.amount(),
        /** Repeating a requestId makes only one proposal. */
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.object({ approval: z.number() }),
  }),
};
