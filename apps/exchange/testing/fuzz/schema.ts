import type { Call } from '@fft/contract';
import { toJSONSchema } from 'zod/mini';

/** A JSON schema, as far as it is looked into here. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The forms that a call's input may have; one, unless a field decides between several. */
export function inputForms(call: Call): readonly Schema[] {
  const schema = toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return schema.oneOf ?? schema.anyOf ?? [schema];
}
