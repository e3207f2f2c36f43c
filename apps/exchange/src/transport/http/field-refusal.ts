import { Code, fieldErrors, type FieldError, type Lang } from '@fft/contract';
import { envelopeBody } from './envelope.ts';
import { say } from '../../refusals/say.ts';
import { fieldMessages } from './field-messages.ts';
import { texts } from './texts.ts';

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

const known: ReadonlySet<string> = new Set(fieldErrors);

function isFieldError(text: string): text is FieldError {
  return known.has(text);
}

/** The first error of each field. An issue without an error code of ours becomes `id` (malformed). */
export function fieldErrorsOf(issues: readonly Issue[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  for (const issue of issues) {
    const name = issue.path[0];
    if (typeof name !== 'string' || Object.hasOwn(errors, name)) continue;
    errors[name] = isFieldError(issue.message) ? issue.message : 'id';
  }
  return errors;
}

/** Code 400. `message` is the first field's error, for clients that show nothing else. */
export function fieldRefusalBody(errors: Readonly<Record<string, FieldError>>, lang: Lang): string {
  const fields: Record<string, string> = {};
  for (const [name, error] of Object.entries(errors)) fields[name] = say(fieldMessages[error], lang);
  const first = Object.values(fields)[0] ?? say(texts.badRequest, lang);
  return envelopeBody(Code.badRequest, first, { fields });
}
