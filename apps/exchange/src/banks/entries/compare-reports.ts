import { findReferences } from '@fft/bank-files';
import type { EntryFacts } from './entries.ts';
import { isSameName } from './names.ts';
import { bestPairs } from './best-pairs.ts';
import { isCutTo } from '../payouts/payment-names.ts';
import type { PartFacts } from '../tables.ts';

/** How two reports of an entry with the same amount and direction compare. `open`: nothing that both reports say decides. */
export type Comparison = 'agree' | 'open' | 'contradict';

type Details = Omit<PartFacts, 'amount' | 'reference'>;
type Compared = Details & Pick<EntryFacts, 'parts' | 'unusual'>;

/** Compares two reports of what may be one entry. A report that says less contradicts nothing. */
export function compareReports(known: Compared, other: Compared): Comparison {
  if (known.parts && other.parts) return compareParts(known.parts, other.parts);
  if (known.parts || other.parts) {
    const single = known.parts ? other : known;
    // An entry with a single payer isn't a batch. A text alone may be the bank's own words about a batch.
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

/** Parts agree if they have the same amounts, in any order, and no details that contradict each other. */
function compareParts(known: readonly PartFacts[], other: readonly PartFacts[]): Comparison {
  if (amountsOf(known) !== amountsOf(other)) return 'contradict';
  return pairParts(known, other) === null ? 'contradict' : 'agree';
}

/** For each known part, the position of the same payment in the other report. Null if the parts can't be the same payments. */
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

/** How well two compared reports fit: 0 if they agree, `worstFit` if only one of two undecided ones is about a return. Null if they contradict. */
function fitOf(
  comparison: Comparison,
  known: Pick<Details, 'is_return'>,
  other: Pick<Details, 'is_return'>,
): number | null {
  if (comparison === 'contradict') return null;
  if (comparison === 'agree') return 0;
  return known.is_return === other.is_return ? 1 : worstFit;
}

/** Machines write the account, the payer's name for the payment and the reference, so these decide first. People's names come in many forms. */
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

/** Compares the payer's names for a payment. One report may show the whole name, and another a name cut to the room that there is. */
function compareNames(known: string | null, other: string | null): Comparison {
  if (known === null || other === null) return 'open';
  return isCutTo(known, other) || isCutTo(other, known) ? 'agree' : compare(known, other);
}

/** The whole name if the known one is cut, else the known name, else the other one. */
function wholeName(known: string | null, other: string | null): string | null {
  return known !== null && other !== null && isCutTo(other, known) ? other : (known ?? other);
}

function referencesIn({ body, end_to_end }: Pick<Details, 'body' | 'end_to_end'>): string | null {
  const found = findReferences(`${body} ${end_to_end ?? ''}`);
  return found.length === 0 ? null : found.toSorted().join(' ');
}

/** True if two names may be one person's. Some reports cut names. */
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

/** True if a report says who is on the other side, or what for. A return alone isn't enough: a bank reports whole batches as returns too. */
export function namesPayment(details: Details): boolean {
  return hasFields(details) || referencesIn(details) !== null;
}

/** True if the other report's text says more. With a reference in both, the text beside the bank's own fields counts: by those fields an entry acts. */
function isFullerText(known: Details, other: Details): boolean {
  if (referencesIn(other) === null) return referencesIn(known) === null && known.body === '';
  return referencesIn(known) === null || (!hasFields(known) && hasFields(other));
}

const hasFields = ({ name, number, end_to_end }: Details): boolean =>
  name !== null || number !== null || end_to_end !== null;

/** Merges the details of two reports that don't contradict each other. */
export function mergeDetails<D extends Details>(known: D, other: Details): D {
  if (!hasDetails(known)) {
    const { name, number, body, end_to_end, is_return, reason } = other;
    return { ...known, name, number, body: body === '' ? known.body : body, end_to_end, is_return, reason };
  }
  return {
    ...known,
    name: known.name ?? other.name,
    number: known.number ?? other.number,
    body: isFullerText(known, other) ? other.body : known.body,
    end_to_end: wholeName(known.end_to_end, other.end_to_end),
    is_return: known.is_return || other.is_return,
    reason: known.reason ?? other.reason,
  };
}
