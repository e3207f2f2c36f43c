import {
  type ConditionField,
  type ConditionName,
  conditionNames,
  conditionTerms,
  type TermGroup,
  type TermKind,
  triggerNames,
} from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import { formatPrice, formatQuantity, formatQuote, type MarketView } from './listings/market-view.ts';

/** The terms of a command that only some orders have. */
export type Conditions = Partial<Pick<PlaceOrder, ConditionField>>;

/** A term that only some orders have, as the ledger knows it. */
export interface Condition {
  readonly name: ConditionName;
  readonly kind: TermKind;
  readonly group: TermGroup;
  /** The engine's name. A command without the term has it undefined, or 0. */
  readonly field: ConditionField;
  readonly column: ConditionColumn;
  /** The field of Binance's answers that shows it. */
  readonly binanceAnswer: string | undefined;
}

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
/** The columns of these terms in the table of orders: the engine's names in snake case. */
export type ConditionColumn = Snake<ConditionField>;
/** A row's terms: 0 or null for none. */
export type ConditionColumns = {
  [Field in ConditionField as Snake<Field>]: NonNullable<PlaceOrder[Field]> extends number
    ? number
    : NonNullable<PlaceOrder[Field]> | null;
};

function columnOf(field: ConditionField): ConditionColumn {
  // The types do the same with the name.
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ConditionColumn;
}

export const columnTypeOf = ({ kind }: Condition): 'text' | 'bigint' =>
  kind === 'choice' || kind === 'id' ? 'text' : 'bigint';

/** The contract's terms in the ledger, in the order in which answers show them. */
export const conditions: readonly Condition[] = conditionNames.map((name) => {
  const { kind, group, field, ...more } = conditionTerms[name];
  const shown = 'binanceAnswer' in more ? more.binanceAnswer : 'binance' in more ? more.binance : undefined;
  return { name, kind, group, field, column: columnOf(field), binanceAnswer: shown };
});

/** Those for which an order waits out of the book, and the others. */
export const triggers = conditions.slice(0, triggerNames.length);
export const furtherConditions = conditions.slice(triggerNames.length);

const fieldsOf = (group: TermGroup): readonly ConditionField[] =>
  conditions.filter((term) => term.group === group).map(({ field }) => field);
const groups = {
  stop: fieldsOf('stop'),
  trail: fieldsOf('trail'),
  bracket: fieldsOf('bracket'),
} as const;

/** True if the order has the term: engine and tables write 0 for none. */
function isSet(value: Conditions[ConditionField]): boolean {
  return value !== undefined && value !== 0;
}

/** True if the order has any term of the group. */
export function hasTerm(command: Conditions, group: keyof typeof groups): boolean {
  for (const field of groups[group]) if (isSet(command[field])) return true;
  return false;
}

/** True if the order waits for a price before it works. */
export const isStop = (command: Conditions): boolean => hasTerm(command, 'stop') || hasTerm(command, 'trail');

/** A term's value on the wire. */
export function formatTerm(view: MarketView, kind: TermKind, value: string | number): string | number {
  if (typeof value !== 'number') return value;
  if (kind === 'price') return formatPrice(view, value);
  if (kind === 'quantity') return formatQuantity(view, value);
  return kind === 'amount' ? formatQuote(view, value) : value;
}

/** The terms of a row. */
export function conditionsOfRow(row: ConditionColumns): Conditions {
  const terms: Partial<Record<ConditionField, string | number>> = {};
  for (const { field, column } of conditions) {
    const value = row[column];
    if (value !== null && value !== 0) terms[field] = value;
  }
  // Each field has the value of its own column.
  return terms as Conditions;
}
