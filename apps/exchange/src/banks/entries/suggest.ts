import { findReferences } from '@fft/bank-files';
import type { Review } from '../../identity/index.ts';
import type { EntryRow } from './entries.ts';
import { isSameName } from './names.ts';
import type { References } from './references.ts';

export interface Suggestion {
  readonly customer: number;
  readonly name: string | null;
  readonly by: readonly ('reference' | 'name')[];
}

const maxSuggestions = 10;

/** Customers to whom an entry may belong. A suggestion credits nothing. */
export async function suggestOwners(
  {
    references,
    review,
  }: { readonly references: Pick<References, 'customersOf'>; readonly review: Pick<Review, 'latest' | 'findByName'> },
  entry: EntryRow,
): Promise<Suggestion[]> {
  const { body, end_to_end, name, currency } = entry;
  const byReference = await references.customersOf(findReferences(`${body} ${end_to_end ?? ''}`), currency);
  const named = name === null ? [] : await review.findByName(name, Infinity);
  const candidates = [...new Set([...byReference, ...named.slice(0, 50)])];
  const identities = await review.latest(candidates);
  const suggestions = candidates.map((customer): Suggestion => {
    const identity = identities.get(customer);
    const isNamed = identity?.state === 'passed' && name !== null && isSameName(identity.name ?? '', name);
    const by = [byReference.includes(customer) && 'reference', isNamed && 'name'] as const;
    return { customer, name: identity?.name ?? null, by: by.filter((each) => each !== false) };
  });
  return suggestions.filter(({ by }) => by.length > 0).slice(0, maxSuggestions);
}
