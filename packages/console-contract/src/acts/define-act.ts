import type * as z from 'zod/mini';
import type { bankAccountKinds } from '@fft/contract';
import type { LockKind } from '../locks.ts';
import type { Right, Role } from '../rights.ts';

/** Sets of words that operators read in their language; the console has a text for each word. */
export interface WordSets {
  readonly role: Role;
  readonly lockKind: LockKind;
  readonly right: Right;
  readonly change: 'create' | 'setRole' | 'reset' | 'setEmail' | 'disable';
  readonly adjustment: 'received' | 'toCustomer' | 'fromCustomer';
  readonly account: 'coin' | 'fiat';
  readonly factor: 'totp' | 'passkeys' | 'payPassword';
  readonly signer: 'atSigner' | 'notAtSigner';
  readonly entryAct: 'match' | 'return' | 'ignore' | 'same' | 'other';
  readonly dialect: 'unstructured' | 'german' | 'swift' | 'rabobank' | 'ing' | 'abnAmro';
  readonly bankKind: (typeof bankAccountKinds)[number];
  readonly yesNo: 'yes' | 'no';
  readonly marketState: 'open' | 'cancelOnly' | 'halted' | 'auction';
  readonly tierChange: 'create' | 'change' | 'delete';
  readonly feeKind: 'tier' | 'own' | 'byTurnover';
  /** In place of a figure. */
  readonly reach: 'unlimited' | 'byHand' | 'marketFees';
}

type Word = {
  [Set in keyof WordSets]: { readonly kind: 'word'; readonly of: Set; readonly word: WordSets[Set] };
}[keyof WordSets];

/** A value of a proposal, and how it is drawn. */
export type ActValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: string; readonly coin: string }
  /** Drawn with the name on the identity document, for operators who may see it. */
  | { readonly kind: 'customer'; readonly id: number }
  | { readonly kind: 'network'; readonly chain: string }
  /** Milliseconds since the epoch. */
  | { readonly kind: 'time'; readonly time: number }
  | { readonly kind: 'bankAccount'; readonly id: number }
  /** What a day's comparison with the bank found, as it is recorded. */
  | { readonly kind: 'bankProblem'; readonly problem: string }
  /** Findings of a token's check. */
  | { readonly kind: 'findings'; readonly findings: readonly string[] }
  | Word
  /** An old value and the new one. */
  | { readonly kind: 'change'; readonly from: ActValue; readonly to: ActValue };

/** Names of the values; the console has a text for each. */
export const actLabels = [
  'account',
  'address',
  'amount',
  'arrival',
  'auctionTime',
  'band',
  'bankCode',
  'bankName',
  'cancels',
  'chainDecimals',
  'change',
  'closing',
  'coin',
  'collar',
  'contract',
  'csv',
  'customer',
  'customers',
  'inTier',
  'cutOff',
  'day',
  'destinations',
  'dialect',
  'digest',
  'email',
  'encoding',
  'explanation',
  'factor',
  'fee',
  'feeTier',
  'fiat',
  'file',
  'findings',
  'from',
  'haltTime',
  'height',
  'holder',
  'holidays',
  'identity',
  'image',
  'kind',
  'knownEntries',
  'language',
  'leaves',
  'ledgerDecimals',
  'link',
  'listed',
  'lot',
  'makerFee',
  'market',
  'max',
  'maxAmount',
  'maxFills',
  'maxIcebergParts',
  'maxOpenOrders',
  'maxQuantity',
  'min',
  'minAmount',
  'minDeposit',
  'moneyIn',
  'moneyOut',
  'name',
  'nameEn',
  'nameZh',
  'network',
  'newEntries',
  'note',
  'number',
  'opening',
  'operator',
  'payments',
  'payout',
  'position',
  'problem',
  'rate',
  'reason',
  'reasonEn',
  'reasonZh',
  'recipients',
  'reference',
  'role',
  'sender',
  'signer',
  'state',
  'symbol',
  'takerFee',
  'text',
  'textEn',
  'textZh',
  'tick',
  'tier',
  'titleEn',
  'titleZh',
  'total',
  'transaction',
  'turnover',
  'until',
  'volatility',
  'withdrawal',
  'worth',
] as const;
export type ActLabel = (typeof actLabels)[number];

export type ActLine = readonly [label: ActLabel, value: ActValue];

/**
 * An act that one operator proposes and another agrees to. The server parses its input by `input`, when it is proposed and when it is carried out;
 * the console draws `lines`.
 */
export interface ActDefinition<Input extends z.ZodMiniType = z.ZodMiniType> {
  /** Who may propose it. */
  readonly right: Right;
  /** What the second operator must have: the same right, unless the act names another. */
  readonly agrees: Right;
  readonly input: Input;
  /** What the second operator reads. Null lines are left out. */
  lines(input: z.output<Input>): readonly (ActLine | null)[];
}

export function defineAct<Input extends z.ZodMiniType>(
  act: Omit<ActDefinition<Input>, 'agrees'> & { readonly agrees?: Right },
): ActDefinition<Input> {
  return { ...act, agrees: act.agrees ?? act.right };
}

export const text = (label: ActLabel, value: string | number): ActLine => [
  label,
  { kind: 'text', text: String(value) },
];

/** No line without a value. */
export const optionalText = (label: ActLabel, value: string | number | null | undefined): ActLine | null =>
  value === null || value === undefined || value === '' ? null : text(label, value);

export const amount = (label: ActLabel, value: string | null, coin: string): ActLine | null =>
  value === null ? null : [label, { kind: 'amount', amount: value, coin }];

export const customer = (id: number | null): ActLine | null =>
  id === null ? null : ['customer', { kind: 'customer', id }];

export const network = (chain: string): ActLine => ['network', { kind: 'network', chain }];

export const time = (label: ActLabel, value: number): ActLine => [label, { kind: 'time', time: value }];

export const bankAccount = (id: number): ActLine => ['account', { kind: 'bankAccount', id }];

export const word = <Set extends keyof WordSets>(label: ActLabel, of: Set, value: WordSets[Set]): ActLine => [
  label,
  { kind: 'word', of, word: value } as unknown as Word,
];

export const change = (label: ActLabel, from: ActValue, to: ActValue): ActLine => [label, { kind: 'change', from, to }];
