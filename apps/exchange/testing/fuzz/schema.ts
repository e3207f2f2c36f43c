import type { Call } from '@fft/contract';
import { toJSONSchema } from 'zod/mini';

/** The parts of a JSON schema that the fuzz reads. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Returns the forms of a call's input: one, unless a field selects among several. */
export function inputForms(call: Call): readonly Schema[] {
  const schema = toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return schema.oneOf ?? schema.anyOf ?? [schema];
}
