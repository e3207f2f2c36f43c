import { findReferences } from '@fft/bank-files';
import type { EntryFacts } from './entries.ts';
import { isSameName } from './names.ts';
import { bestPairs } from './best-pairs.ts';
import { isCutTo } from '../payouts/payment-names.ts';
import type { PartFacts } from '../tables.ts';

/** What two reports say about an entry of the same amount and direction. `open`: nothing that both of them say decides it. */
export type Comparison = 'agree' | 'open' | 'contradict';

type Details = Omit<PartFacts, 'amount' | 'reference'>;
type Compared = Details & Pick<EntryFacts, 'parts' | 'unusual'>;

/** Compares two reports of what may be one entry. A report that says less contradicts nothing. */
export function compareReports(known: Compared, other: Compared): Comparison {
  if (known.parts && other.parts) return compareParts(known.parts, other.parts);
  if (known.parts || other.parts) {
    const single = known.parts ? other : known;
    // A single payer isn't a batch; a text may be the bank's own words about it.
    return single.number !== null || single.end_to_end !== null ? 'contradict' : 'open';
  }
  return compareDetails(known, other);
}

/** How well two reports fit each other, 0 for the best; null if they contradict each other. */
export function fitOfReports(known: Compared, other: Compared): number | null {
  return fitOf(compareReports(known, other), known, other);
}

function amountsOf(parts: readonly PartFacts[]): string {
  return JSON.stringify(parts.map(({ amount }) => amount).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
}

/** The same amounts, in whatever order. */
function compareParts(known: readonly PartFacts[], other: readonly PartFacts[]): Comparison {
  if (amountsOf(known) !== amountsOf(other)) return 'contradict';
  return pairParts(known, other) === null ? 'contradict' : 'agree';
}

/** For each known part the position of the other report's part that it is; null if they can't be the same payments. */
export function pairParts(known: readonly PartFacts[], other: readonly PartFacts[]): readonly number[] | null {
  const indices = [...known.keys()];
  const fit = (index: number, at: number): number | null => {
    const [part, one] = [known[index], other[at]];
    return part === undefined || one?.amount !== part.amount ? null : fitOf(compareDetails(part, one), part, one);
  };
  const pairs = bestPairs(indices, [...other.keys()], { worst: worstFit, fitOf: fit });
  return pairs.size === known.length ? indices.map((index) => pairs.get(index) ?? 0) : null;
}

export const worstFit = 2;

/** Of two reports that say little, one of a return and one of none fit least. */
function fitOf(
  comparison: Comparison,
  known: Pick<Details, 'is_return'>,
  other: Pick<Details, 'is_return'>,
): number | null {
  if (comparison === 'contradict') return null;
  if (comparison === 'agree') return 0;
  return known.is_return === other.is_return ? 1 : worstFit;
}

/** The account, the payer's name for the payment and the deposit reference are written by machines; names come in many forms. */
export function compareDetails(known: Details, other: Details): Comparison {
  if (hasDetails(known) && hasDetails(other) && known.is_return !== other.is_return) return 'contradict';
  const machine = [
    compare(known.number, other.number),
    compareNames(known.end_to_end, other.end_to_end),
    compare(referencesIn(known), referencesIn(other)),
  ];
  if (machine.includes('contradict')) return 'contradict';
  if (machine.includes('agree')) return 'agree';
  if (known.name === null || other.name === null) return 'open';
  return isLikeName(known.name, other.name) ? 'agree' : 'contradict';
}

function compare(known: string | null, other: string | null): Comparison {
  if (known === null || other === null) return 'open';
  return known.toUpperCase() === other.toUpperCase() ? 'agree' : 'contradict';
}

/** What a payer called a payment: one report may have it whole, and another as much of it as there is room for. */
function compareNames(known: string | null, other: string | null): Comparison {
  if (known === null || other === null) return 'open';
  return isCutTo(known, other) || isCutTo(other, known) ? 'agree' : compare(known, other);
}

/** The one that says more. */
function wholeName(known: string | null, other: string | null): string | null {
  return known !== null && other !== null && isCutTo(other, known) ? other : (known ?? other);
}

function referencesIn({ body, end_to_end }: Pick<Details, 'body' | 'end_to_end'>): string | null {
  const found = findReferences(`${body} ${end_to_end ?? ''}`);
  return found.length === 0 ? null : found.toSorted().join(' ');
}

/** Some reports cut names. */
function isLikeName(known: string, other: string): boolean {
  const [short = '', long = ''] = [known, other]
    .map((name) => name.toUpperCase().trim())
    .toSorted((a, b) => a.length - b.length);
  return (short.length >= 20 && long.startsWith(short)) || isSameName(known, other);
}

/** True if a report says who is on the other side, what for, or that it came back. */
export function hasDetails(details: Details): boolean {
  return details.is_return || namesPayment(details);
}

/** True if a report says who is on the other side, or what for. That an entry came back, a bank says of a whole batch too. */
export function namesPayment(details: Details): boolean {
  const { name, number, end_to_end } = details;
  return name !== null || number !== null || end_to_end !== null || referencesIn(details) !== null;
}

/** What both reports together say; they don't contradict each other. */
export function mergeDetails<D extends Details>(known: D, other: Details): D {
  if (!hasDetails(known)) {
    const { name, number, body, end_to_end, is_return, reason } = other;
    return { ...known, name, number, body: body === '' ? known.body : body, end_to_end, is_return, reason };
  }
  return {
    ...known,
    name: known.name ?? other.name,
    number: known.number ?? other.number,
    body: referencesIn(known) === null && (known.body === '' || referencesIn(other) !== null) ? other.body : known.body,
    end_to_end: wholeName(known.end_to_end, other.end_to_end),
    is_return: known.is_return || other.is_return,
    reason: known.reason ?? other.reason,
  };
}
