import { compareDetails, compareReports, fitOfReports, worstFit } from './compare-reports.ts';
import type { EntryFacts, ReportedEntry } from './entries.ts';
import { bestPairs } from './best-pairs.ts';

/** An entry that was reported before. */
export interface KnownEntry {
  readonly id: number;
  /** True for a part of an entry: only its reference identifies it. */
  readonly isPart: boolean;
  /** True if this row and another one are, or may be, reports of one booking. */
  readonly isTwin: boolean;
  readonly facts: EntryFacts;
  /** The bank's references of the entry in all reports. */
  readonly references: ReadonlySet<string>;
  /** True if a notification shows the entry. */
  readonly isNotified: boolean;
  /** True if a statement with balances shows the entry. */
  readonly isOnStatement: boolean;
  /** True if such a statement opens at the same balance as the present one: both report the same days. */
  readonly isOverlapping: boolean;
}

/** What an entry of a report is. `doubt`: the entry may be a known one, and a person decides. */
export type Recognised =
  | { readonly kind: 'known'; readonly entry: KnownEntry }
  | { readonly kind: 'new' }
  | { readonly kind: 'doubt'; readonly entry: KnownEntry; readonly doubt: 'contradiction' | 'perhapsKnown' };

export interface PresentReport {
  readonly hasBalances: boolean;
  /** The least number of bookings of this day, direction and amount that this report and all earlier ones prove. */
  readonly provenCount: (facts: EntryFacts) => number;
}

export function groupOf({ booked, direction, amount }: Pick<EntryFacts, 'booked' | 'direction' | 'amount'>): string {
  return `${booked} ${direction} ${amount}`;
}

/**
 * Recognises the entries of one report among the known ones. Where both have a bank's reference, the reference decides. Without references, only
 * the number of equal entries of a day decides: as many as one report shows, or as balances prove, are different bookings. Their details tell
 * which entry is which, as far as reports give details.
 */
export function recognise(
  entries: readonly ReportedEntry[],
  known: readonly KnownEntry[],
  report: PresentReport,
): Recognised[] {
  const found = new Map<ReportedEntry, Recognised>();
  const free = new Set(known);
  const recognised = (entry: ReportedEntry, as: KnownEntry): void => {
    found.set(entry, { kind: 'known', entry: as });
    free.delete(as);
  };
  const byReference = new Map<string, KnownEntry[]>();
  for (const each of known)
    for (const reference of each.references) byReference.set(reference, [...(byReference.get(reference) ?? []), each]);
  const referenced = ({ reference }: ReportedEntry): KnownEntry[] =>
    (reference === null ? [] : (byReference.get(reference) ?? [])).filter((each) => free.has(each));

  for (const entry of entries) {
    const same = referenced(entry).filter((each) => isSameBooking(each, entry, report));
    const match = same.find((each) => compare(each, entry) !== 'contradict');
    if (match) recognised(entry, match);
    else if (same[0]) {
      found.set(entry, { kind: 'doubt', entry: same[0], doubt: 'contradiction' });
      free.delete(same[0]);
    }
  }
  const knownGroups = Map.groupBy(
    known.filter(({ isPart }) => !isPart),
    ({ facts }) => groupOf(facts),
  );
  for (const [key, group] of Map.groupBy(entries, ({ facts }) => groupOf(facts))) {
    const equals = knownGroups.get(key) ?? [];
    const left = group.filter((entry) => !found.has(entry));
    if (left.length === 0) continue;
    const spare = Math.max(0, report.provenCount((left[0] as ReportedEntry).facts) - equals.length);
    recogniseEquals({ left, spare, equals: equals.filter((each) => free.has(each)), recognised });
    const rest = left.filter((entry) => !found.has(entry));
    const doubts = doubtsAbout(
      rest.slice(0, Math.max(0, rest.length - spare)),
      equals.filter((each) => free.has(each)),
      report,
    );
    for (const [entry, doubt] of doubts) found.set(entry, doubt);
  }
  return entries.map(
    (entry) =>
      found.get(entry) ??
      contradicted(referenced(entry), report) ??
      groupedOtherwise(entry, known, report) ?? { kind: 'new' },
  );
}

function compare(known: KnownEntry, { facts }: ReportedEntry) {
  return compareReports(known.facts, facts);
}

function fitOf(known: KnownEntry, { facts }: ReportedEntry): number | null {
  return fitOfReports(known.facts, facts);
}

/** Two statements that follow each other show different bookings; a notification, or a report of the same days, may show the same one. */
function mayBeSame(known: KnownEntry, { hasBalances }: PresentReport): boolean {
  return !(known.isOnStatement && hasBalances) || known.isOverlapping;
}

/** True if two entries with one reference are one booking: amount and direction are equal, and the day too unless reports may differ about it. */
function isSameBooking(known: KnownEntry, { facts }: ReportedEntry, report: PresentReport): boolean {
  const { direction, amount, booked } = known.facts;
  if (direction !== facts.direction || amount !== facts.amount) return false;
  return booked === facts.booked || mayBeSame(known, report);
}

interface Equals {
  /** Entries of the report that no reference decided, and how many of them are surely new. */
  readonly left: readonly ReportedEntry[];
  readonly spare: number;
  readonly equals: readonly KnownEntry[];
  readonly recognised: (entry: ReportedEntry, as: KnownEntry) => void;
}

/** Finds the known ones among equal entries: first those whose details agree, then the others in the order of the report. */
function recogniseEquals({ left, spare, equals, recognised }: Equals): void {
  const pairs = bestPairs(left, equals, {
    worst: worstFit,
    fitOf: (entry, known) => (areUnreferenced(known, entry) ? fitOf(known, entry) : null),
  });
  // The map has the best fits first.
  for (const [entry, known] of [...pairs].slice(0, Math.max(0, left.length - spare))) recognised(entry, known);
}

/** True if no references tell two equal entries apart. */
function areUnreferenced(known: KnownEntry, { reference }: ReportedEntry): boolean {
  return reference === null || known.references.size === 0;
}

/** Doubts about entries beyond the proven number: each may be a known entry that matches nothing else in the report. */
function doubtsAbout(
  entries: readonly ReportedEntry[],
  equals: readonly KnownEntry[],
  report: PresentReport,
): ReadonlyMap<ReportedEntry, Recognised> {
  const doubts = new Map<ReportedEntry, Recognised>();
  const candidates = equals.toSorted((a, b) => Number(a.isTwin) - Number(b.isTwin));
  // A bank may give an entry different references in notification and statement. Within one kind of report, different references are different entries.
  const mayBe = (known: KnownEntry, entry: ReportedEntry): boolean =>
    areUnreferenced(known, entry) || isOfOtherKind(known, report);
  const perhapsKnown = bestPairs(entries, candidates, {
    worst: worstFit,
    fitOf: (entry, known) => (mayBe(known, entry) ? fitOf(known, entry) : null),
  });
  for (const [entry, known] of perhapsKnown) doubts.set(entry, { kind: 'doubt', entry: known, doubt: 'perhapsKnown' });
  const taken = new Set(perhapsKnown.values());
  const contradicted = bestPairs(
    entries.filter((entry) => !doubts.has(entry)),
    candidates.filter((each) => !taken.has(each)),
    { worst: 0, fitOf: (entry, known) => (areUnreferenced(known, entry) ? 0 : null) },
  );
  for (const [entry, known] of contradicted) doubts.set(entry, { kind: 'doubt', entry: known, doubt: 'contradiction' });
  return doubts;
}

/** A doubt about a known reference with another amount, direction or day, if both may be reports of one booking. */
function contradicted(referenced: readonly KnownEntry[], report: PresentReport): Recognised | null {
  const known = referenced.find((each) => mayBeSame(each, report));
  return known ? { kind: 'doubt', entry: known, doubt: 'contradiction' } : null;
}

/** True if no report of the present kind has shown the entry yet. */
function isOfOtherKind(known: KnownEntry, { hasBalances }: PresentReport): boolean {
  return hasBalances ? !known.isOnStatement || known.isOverlapping : known.isOnStatement && !known.isNotified;
}

/** One kind of report may list payments as entries of their own, and another kind as the parts of one entry. */
function groupedOtherwise(
  { facts, reference }: ReportedEntry,
  known: readonly KnownEntry[],
  report: PresentReport,
): Recognised | null {
  const entry = known.find((each) => {
    const { facts: other, references, isPart } = each;
    if (isPart || other.booked !== facts.booked || other.direction !== facts.direction) return false;
    if ((other.parts === null) === (facts.parts === null) || !isOfOtherKind(each, report)) return false;
    const [parts, single] = [other.parts ?? facts.parts ?? [], other.parts === null ? other : facts];
    const names = other.parts === null ? [...references] : [reference];
    return parts.some(
      (part) =>
        part.amount === single.amount &&
        ((part.reference !== null && names.includes(part.reference)) || compareDetails(part, single) === 'agree'),
    );
  });
  return entry ? { kind: 'doubt', entry, doubt: 'perhapsKnown' } : null;
}
