import { consoleCalls } from '@fft/console-contract';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Reason, Review } from '../identity/index.ts';
import type { Bind } from './bind.ts';

export interface IdentityOptions {
  readonly review: Review;
  readonly reasons: Readonly<Record<string, Reason>>;
  /** The bytes of any customer's picture. */
  readonly readPicture: (id: string) => Promise<Buffer | null>;
}

/** Binds the calls about identity review. Viewing documents is recorded. */
export function bindIdentity(bind: Bind, { review, reasons, readPicture }: IdentityOptions): void {
  const { identity } = consoleCalls;
  const said = Object.entries(reasons).map(([key, reason]) => ({ key, ...reason }));

  bind(identity.queue, async ({ view, order, limit, cursor }, { name: operator }) => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const [found, figures, counts] = await Promise.all([
      review.queue({ view, order, operator, after, limit }),
      review.figures(),
      review.counts(operator),
    ]);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const next = last && found.length > limit ? cursorAfter(last.id) : null;
    return { items, next, ...figures, ...counts, reasons: said };
  });
  bind(identity.show, async ({ customer, submission }, by) => {
    const found = await review.show(customer, by.name, submission);
    if (found === null) throw refuse('unknownPapers');
    const { photos: _, ...papers } = found;
    return { customer, ...papers };
  });
  bind(identity.photo, async ({ customer, photo, submission }, by) => {
    const id = await review.photo(customer, photo, by.name, submission);
    const bytes = id === null ? null : await readPicture(id);
    if (bytes === null) throw refuse('unknownUpload');
    return { jpeg: bytes.toString('base64') };
  });
  bind(identity.release, async ({ customer }, by) => {
    await review.release(customer, by.name);
    return null;
  });
  bind(identity.pass, async ({ customer, submission }, by) => {
    const unseen = await review.unseen(customer, by.name, submission);
    if (unseen !== null && unseen.photos.length > 0) throw refuse('photosUnseen');
    await review.pass(customer, by.name, unseen?.submission ?? submission);
    return null;
  });
  bind(identity.fail, async ({ customer, submission, reason, zh, en }, by) => {
    const listed = reason === undefined ? undefined : reasons[reason];
    const written = zh !== undefined && en !== undefined ? { zh, en } : undefined;
    const given = listed ?? written;
    if (given === undefined) throw new FieldRefusal({ reason: reason === undefined ? 'blank' : 'choice' });
    await review.fail(customer, by.name, given, submission);
    return null;
  });
  bind(identity.revoke, async ({ customer, submission, zh, en }, by) => ({
    withdrawals: [...(await review.revoke(customer, by.name, { zh, en }, submission))],
  }));
}
