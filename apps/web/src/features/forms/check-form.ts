import { RefusedError } from '@fft/client';
import { type Call, fieldErrors, type FieldError } from '@fft/contract';

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Checks a form against the contract before it is sent. Returns the first error of each field. */
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

/** The server's errors by field, in the customer's language. `codeFields` names the field of a code unless the response does. */
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
