import { namedSchemas } from '@fft/contract';
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes, JSONSchema } from 'zod/v4/core';

/** A schema of OpenAPI 3.0, limited to the keywords used here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

const componentPath = '#/components/schemas/';

export const refTo = (name: string): Schema => ({ $ref: `${componentPath}${name}` });

/** What a reference means; the schema itself otherwise. */
export function resolve(schema: Schema, components: ReadonlyMap<string, Schema>): Schema {
  const found = schema.$ref === undefined ? schema : components.get(schema.$ref.slice(componentPath.length));
  if (found === undefined) throw new Error(`no schema ${schema.$ref}`);
  return found;
}

/**
 * Turns schemas of the contract into those of OpenAPI 3.0, which all generators know: no tuples, no type `null`, no texts beside numbers. Types with a
 * name become components, which generated clients share between their calls.
 */
export class Schemas {
  readonly components = new Map<string, Schema>();
  readonly #names = z.registry<{ id: string }>();

  constructor() {
    for (const [id, make] of Object.entries(namedSchemas)) this.#names.add(make(), { id });
  }

  /** The form of a call's fields. Calls that act refuse any other field. */
  input(type: z.ZodMiniType, isClosed: boolean): Schema {
    const schema = this.#convert(type, 'input');
    const close = (form: Schema): Schema => ({ ...form, additionalProperties: !isClosed });
    return schema.oneOf ? { ...schema, oneOf: schema.oneOf.map(close) } : close(schema);
  }

  /** The form of a call's data. Later versions may add fields. */
  output(type: z.ZodMiniType): Schema {
    return this.#convert(type, 'output');
  }

  /** Adds a component, and returns a reference to it. */
  add(name: string, schema: Schema): Schema {
    this.components.set(name, schema);
    return refTo(name);
  }

  #convert(type: z.ZodMiniType, io: 'input' | 'output'): Schema {
    const { definitions = {}, ...schema } = z.toJSONSchema(type, {
      target: 'openapi-3.0',
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override: ({ zodSchema, jsonSchema }) => rewrite(zodSchema, jsonSchema, io),
    }) as Schema & { readonly definitions?: Readonly<Record<string, Schema>> };
    for (const [name, definition] of Object.entries(definitions)) this.components.set(name, withOwnRefs(definition));
    return withOwnRefs(schema);
  }
}

/** References to definitions of one schema become references to components of the document, and stand bare where nothing is said beside them. */
function withOwnRefs(value: Schema): Schema {
  const text = JSON.stringify(value).replaceAll('"#/definitions/', `"${componentPath}`);
  return JSON.parse(text, (key, read: unknown) => {
    if (key === 'additionalProperties' && JSON.stringify(read) === '{}') return true;
    const { allOf, ...beside } = (read ?? {}) as Schema;
    if (allOf?.length !== 1) return read;
    // `nullable` needs a type beside it, and what has a name is an object.
    return Object.keys(beside).length === 0 ? allOf[0] : { type: 'object', ...beside, allOf };
  }) as Schema;
}

type Written = JSONSchema.BaseSchema;
type Rewriter = (schema: $ZodType, written: Written, io: 'input' | 'output') => void;

/** Says what a type of schema means in the words that generators know. */
const rewriters: Partial<Record<string, Rewriter>> = {
  tuple: (_schema, written) => {
    const { anyOf = [] } = written.items as Written;
    written.items = oneOfTypes(anyOf);
  },
  object: (_schema, written, io) => {
    // Of inputs, `Schemas.input` says it.
    if (io === 'output') written.additionalProperties = true;
  },
  record: (_schema, written) => {
    delete written.propertyNames;
  },
  null: (_schema, written) => replace(written, { type: 'object', nullable: true, description: 'Always null' }),
  custom: (_schema, written) => replace(written, { type: 'string', format: 'binary' }),
  string: (_schema, written) => dropForeignPattern(written),
  int: (_schema, written) => boundInteger(written),
  number: (_schema, written) => boundInteger(written),
  pipe: (schema, written, io) => {
    if (io === 'input') rewritePipe(schema, written);
  },
  default: (schema, written) => {
    const { def } = (schema as $ZodTypes)._zod;
    if (def.type === 'default') written.default = def.defaultValue;
  },
};

const rewrite: Rewriter = (schema, written, io) => rewriters[schema._zod.def.type]?.(schema, written, io);

function replace(written: Written, by: Written): void {
  for (const key of Object.keys(written)) delete written[key];
  Object.assign(written, by);
}

/** One type if all parts of a tuple have it, else a choice. */
function oneOfTypes(parts: readonly Written[]): Written {
  const types = [...new Set(parts.map(({ type }) => type))];
  const forms = types.map((type): Written => (type === 'integer' ? { type, format: 'int64' } : { type }) as Written);
  return forms.length === 1 ? (forms[0] ?? {}) : { oneOf: forms };
}

/** Patterns of Unicode's classes, and that of addresses, are read by few languages; the server checks them. */
function dropForeignPattern(written: Written): void {
  if (written.format === 'email' || written.pattern?.includes('\\p{') === true) delete written.pattern;
}

const maxInt32 = 2 ** 31 - 1;

/** Without a format, some generators take 32 bits, which hold no time. */
function boundInteger(written: Written): void {
  // A whole number of an answer, which has no bounds of its own.
  if (written.type === 'number' && written.multipleOf === 1) {
    written.type = 'integer';
    delete written.multipleOf;
  }
  if (written.type !== 'integer') return;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = written;
  written.format = minimum >= -maxInt32 && maximum <= maxInt32 ? 'int32' : 'int64';
  if (minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
}

/** Numbers and flags may also be sent as texts, as forms do; generators get the one type. */
function rewritePipe(schema: $ZodType, written: Written): void {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type !== 'pipe') return;
  if (def.in._zod.def.type === 'transform') replace(written, { type: 'object', additionalProperties: true });
  const types = ((written.anyOf ?? []) as readonly Written[]).map(({ type }) => type);
  if (types.includes('boolean')) replace(written, { type: 'boolean' });
  if (types.includes('number')) {
    const whole = z.toJSONSchema(endOf(def.out), { target: 'openapi-3.0' }) as Written;
    boundInteger(whole);
    replace(written, whole);
  }
}

/** The last of a chain of pipes: what a value must be at its end. */
function endOf(schema: $ZodType): $ZodType {
  const { def } = (schema as $ZodTypes)._zod;
  return def.type === 'pipe' ? endOf(def.out) : schema;
}
