import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { cursorAfter, readCursor } from '../http/cursor.ts';
import { FieldRefusal, Refusal } from '../http/refusal.ts';
import type { Reason, Review } from '../identity/index.ts';
import type { Bind } from './bind.ts';

export interface IdentityParts {
  readonly review: Review;
  readonly reasons: Readonly<Record<string, Reason>>;
  /** A picture's bytes, whosever it is. */
  readonly readPicture: (id: string) => Promise<Buffer | null>;
}

/** Binds the calls about papers under review. Whoever looks at them is written down. */
export function bindIdentity(bind: Bind, { review, reasons, readPicture }: IdentityParts): void {
  const { identity } = consoleCalls;
  const said = Object.entries(reasons).map(([key, reason]) => ({ key, ...reason }));

  bind(identity.queue, async ({ limit, cursor }) => {
    const after = cursor === undefined ? 0 : readCursor(cursor);
    const [found, figures] = await Promise.all([review.pending({ after, limit }), review.figures()]);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const items = page.map(({ id: _, sameAs, ...rest }) => ({ ...rest, sameAs: [...sameAs] }));
    return { items, next: last && found.length > limit ? cursorAfter(last.id) : null, ...figures, reasons: said };
  });
  bind(identity.show, async ({ customer }, by) => {
    const found = await review.show(customer, by.name);
    if (found === null) throw new Refusal(Code.notFound, 'noPapers');
    const { photos: _, ...papers } = found;
    return { customer, ...papers };
  });
  bind(identity.photo, async ({ customer, photo }, by) => {
    const id = await review.photo(customer, photo, by.name);
    const bytes = id === null ? null : await readPicture(id);
    if (bytes === null) throw new Refusal(Code.notFound, 'unknownUpload');
    return { jpeg: bytes.toString('base64') };
  });
  bind(identity.pass, async ({ customer }, by) => {
    await review.pass(customer, by.name);
    return null;
  });
  bind(identity.fail, async ({ customer, reason, zh, en }, by) => {
    const listed = reason === undefined ? undefined : reasons[reason];
    const written = zh !== undefined && en !== undefined ? { zh, en } : undefined;
    const told = listed ?? written;
    if (told === undefined) throw new FieldRefusal({ reason: reason === undefined ? 'blank' : 'choice' });
    await review.fail(customer, by.name, told);
    return null;
  });
}
