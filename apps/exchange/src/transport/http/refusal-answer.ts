import { forbiddenCode } from '@fft/console-contract';
import { Code, type Lang } from '@fft/contract';
import type { Kind, Refusal } from '../../refusals/refusal.ts';
import { envelopeBody } from './envelope.ts';

/** The API's code of each kind of refusal. Nothing else turns one into the other. */
const codes: Readonly<Record<Kind, number>> = { ...Code, forbidden: forbiddenCode };

export function codeOf({ kind }: Pick<Refusal, 'kind'>): number {
  return codes[kind];
}

/** A refusal in the API's terms: its code, and the envelope as JSON with the text in the caller's language. */
export function refusalAnswer(refusal: Refusal, lang: Lang): { readonly code: number; readonly body: string } {
  const code = codeOf(refusal);
  return { code, body: envelopeBody(code, refusal.text(lang), refusal.data) };
}
