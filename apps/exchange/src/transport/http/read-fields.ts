import { acts, type Call, type CallParameters, type FieldError } from '@fft/contract';
import * as z from 'zod/mini';
import type { RawFields } from './envelope.ts';
import { fieldErrorsOf } from './field-refusal.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';

/** Fields that any call may have: the language, and what an API key signs. */
const common: ReadonlySet<string> = new Set(['lang', 'timestamp', 'recvWindow', 'signature']);
/** Unknown fields that a refusal names; further ones would only make it long. */
const maxNamed = 10;
const maxNameLength = 64;
/** The name under which a body arrives that has no fields, such as a number or a list. No call has such a field. */
export const bodyField = 'body';

type Reads = Pick<Call, 'method' | 'acts' | 'input'>;

/**
 * Reads a call's fields. A call that acts refuses fields that it doesn't know: without a misspelled field that narrows it, it would do more than was asked.
 * @throws FieldRefusal
 */
export function readFields<C extends Call>(
  call: Pick<C, 'method' | 'acts' | 'input'>,
  fields: RawFields,
): CallParameters<C>;
export function readFields(call: Reads, fields: RawFields): unknown {
  const unknown = acts(call) ? unknownFields(call, fields) : null;
  const parsed = z.safeParse(call.input, fields);
  if (unknown === null && parsed.success) return parsed.data;
  throw new FieldRefusal({ ...unknown, ...(!parsed.success && fieldErrorsOf(parsed.error.issues)) });
}

/** True if a call that acts received a field that it doesn't know. */
export function hasUnknownFields(call: Reads, fields: RawFields): boolean {
  if (!acts(call)) return false;
  const known = namesOf(call);
  for (const name in fields) if (!known.has(name) && !common.has(name)) return true;
  return false;
}

function unknownFields(call: Reads, fields: RawFields): Record<string, FieldError> | null {
  if (!hasUnknownFields(call, fields)) return null;
  const known = namesOf(call);
  const names = Object.keys(fields).filter((name) => !known.has(name) && !common.has(name));
  return Object.fromEntries(
    names.slice(0, maxNamed).map((name) => [name.slice(0, maxNameLength), name === bodyField ? 'body' : 'unknown']),
  );
}

const namesByCall = new WeakMap<Reads, ReadonlySet<string>>();

function namesOf(call: Reads): ReadonlySet<string> {
  let names = namesByCall.get(call);
  if (names === undefined) namesByCall.set(call, (names = new Set(fieldNames(call.input))));
  return names;
}

/** The names of a schema's fields; of all forms, if it has several. */
function fieldNames(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.keys(def.shape);
    case 'union':
      return def.options.flatMap(fieldNames);
    case 'intersection':
      return [...fieldNames(def.left), ...fieldNames(def.right)];
    case 'pipe':
      return fieldNames(def.in);
    case 'optional':
    case 'default':
      return fieldNames(def.innerType);
    default:
      throw new TypeError(`a schema of type ${def.type} names no fields`);
  }
}
