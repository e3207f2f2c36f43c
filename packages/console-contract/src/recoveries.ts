import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { readCall, writeCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

/** What custody found of a named transaction. Only of a `found` one can anything be credited. */
export const recoveryFindings = [
  'found',
  'notInBlock',
  'unconfirmed',
  'failed',
  'nothing',
  'tooMany',
  'nodesDisagree',
] as const;

/** Why an arrival can't be credited; `recoverable` if it can. */
export const recoveryStates = [
  'recoverable',
  /** Credited, or on its way to be. */
  'known',
  'small',
  'unknownContract',
  /** The signer's settings don't have the contract as this coin. */
  'notAtSigner',
  /** The exchange itself sent it. */
  'own',
] as const;

const arrival = z.object({
  position: z.number(),
  customer: z.number(),
  address: z.string(),
  /** Null for the network's own coin. */
  contract: z.nullable(z.string()),
  /** Null of an unknown contract, whose amounts mean nothing. */
  coin: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  state: z.enum(recoveryStates),
});

const answer = z.object({
  finding: z.enum(recoveryFindings),
  height: z.nullable(z.number()),
  confirmations: z.number(),
  /** What came to customers' addresses. */
  arrivals: z.array(arrival),
});
export type RecoveryAnswer = z.output<typeof answer>;
export type RecoveryArrival = z.output<typeof arrival>;

/** What became of a recovery that two operators agreed to. */
export const recoveryOutcomes = [
  'recorded',
  /** The chain, or what is credited already, changed since: nothing was recorded. */
  'changed',
  /** The row wasn't what they agreed to. */
  'altered',
] as const;
export type RecoveryOutcome = (typeof recoveryOutcomes)[number];

const recovery = z.object({
  id: z.number(),
  chain: z.string(),
  txid: z.string(),
  /** Its page at a block explorer; null where there is none. */
  explorerUrl: z.nullable(z.string()),
  operator: z.string(),
  time: field.time(),
  /** Null until custody has asked the nodes. */
  answer: z.nullable(answer),
  /** Who proposed it; null if no proposal is open. */
  proposer: z.nullable(z.string()),
  /** The two who agreed. */
  operators: z.nullable(z.string()),
  outcome: z.nullable(z.enum(recoveryOutcomes)),
});
export type Recovery = z.output<typeof recovery>;

export const recoveryCalls = {
  list: readCall({
    name: 'recoveries',
    right: 'treasury.see',
    summary:
      'Lists the newest transactions that operators named because a customer’s coins weren’t credited, what custody found, and the networks that are followed.',
    input: () => z.object({}),
    output: () => z.object({ networks: z.array(z.string()), recoveries: z.array(recovery) }),
  }),
  find: writeCall({
    name: 'recoveries/find',
    right: 'adjustments.make',
    summary:
      'Asks custody to read a transaction through both nodes of an EVM network, and to find what it brought to customers’ addresses uncredited. `recoveries` has the answer.',
    input: () =>
      z.object({
        chain: z.string('blank').check(z.regex(/^[A-Z0-9]{3,16}$/, 'id')),
        txid: z.string('blank').check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'id')),
      }),
    output: () => z.object({ id: z.number() }),
  }),
  propose: writeCall({
    name: 'recoveries/propose',
    right: 'adjustments.make',
    summary:
      'Proposes to credit what custody found. A second operator must approve; custody then reads the transaction again through both nodes, and records its deposits.',
    input: () =>
      z.object({
        id: operatorId,
        /** Repeating a requestId makes only one proposal. */
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.object({ approval: z.number() }),
  }),
};
