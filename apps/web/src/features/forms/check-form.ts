import { RefusedError } from '@fft/client';
import { type Call, fieldErrors, type FieldError } from '@fft/contract';

/** What is wrong, by the field's name. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Holds a form against the contract before it is sent. The first thing wrong with each field is told. */
export function checkForm(call: Call, values: Readonly<Record<string, unknown>>): FieldErrors {
  const checked = call.input.safeParse(values);
  if (checked.success) return {};
  const errors: Record<string, FieldError> = {};
  for (const issue of checked.error.issues) {
    const name = String(issue.path[0] ?? '');
    errors[name] ??= fieldErrors.find((error) => error === issue.message) ?? 'id';
  }
  return errors;
}

/** What the server found wrong with the fields, in the customer's language. `codeFields` says which field a code belongs to, unless the answer does. */
export function refusedFields(
  error: unknown,
  codeFields: Readonly<Record<number, string>> = {},
): Readonly<Record<string, string>> {
  if (!(error instanceof RefusedError)) return {};
  const field = codeFields[error.code];
  return field === undefined ? error.fields : { [namedField(error.data) ?? field]: error.message };
}

function namedField(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('field' in data)) return null;
  return typeof data.field === 'string' ? data.field : null;
}
