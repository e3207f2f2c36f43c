import { fields } from '@fft/contract';
import type * as z from 'zod/mini';

/** Part of an answer: what a test doesn't say is filled in from the contract. */
export type Part<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends readonly (infer Item)[]
    ? readonly Part<Item>[]
    : Data extends object
      ? { readonly [Name in keyof Data]?: Part<Data[Name]> }
      : Data;

/** The moment of all times that a test doesn't give. */
const someTime = Date.UTC(2026, 10, 20, 8, 30);

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const recordOf = (part: unknown): Readonly<Record<string, unknown>> => (isRecord(part) ? part : {});
const itemsOf = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);

/** The form of a union that has the literals which the part names. */
function formOf(options: readonly z.ZodMiniType[], part: unknown): z.ZodMiniType | undefined {
  return options.find((option) => {
    const { shape = {} } = definitionOf(option);
    return Object.entries(shape).every(([name, schema]) => {
      const { type, values = [] } = definitionOf(schema);
      return type !== 'literal' || (isRecord(part) && values.includes(part[name]));
    });
  });
}

function objectOf(shape: Readonly<Record<string, z.ZodMiniType>>, part: unknown): Record<string, unknown> {
  const given = recordOf(part);
  const unknown = Object.keys(given).filter((name) => !(name in shape));
  if (unknown.length > 0) throw new Error(`the contract has no ${unknown.join(', ')}`);
  const filled = Object.entries(shape).map(([name, schema]) => [name, valueOf(schema, given[name], name)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** The smallest values of the types that have one. */
const least: Readonly<Record<string, unknown>> = {
  number: 0,
  boolean: false,
  nullable: null,
  null: null,
  unknown: null,
  optional: undefined,
};

/** The smallest value of a schema: no items, no optional values. A text that isn't a number is its field's name. */
function smallest(schema: z.ZodMiniType, name: string): unknown {
  const { type, entries = {}, values = [], options = [] } = definitionOf(schema);
  if (schema === fields.time()) return someTime;
  if (schema === fields.decimal()) return '0';
  if (type in least) return least[type];
  switch (type) {
    case 'string':
      return name;
    case 'enum':
      return Object.values(entries)[0];
    case 'literal':
      return values[0];
    case 'union':
      return options[0] && valueOf(options[0], undefined, name);
    default:
      throw new Error(`${name}: no smallest ${type}`);
  }
}

function valueOf(schema: z.ZodMiniType, part: unknown, name: string): unknown {
  const { type, shape, element, innerType, valueType, options } = definitionOf(schema);
  if (type === 'object' && shape) return objectOf(shape, part);
  if (type === 'array' && element) return itemsOf(part).map((item) => valueOf(element, item, name));
  if (type === 'record' && valueType)
    return Object.fromEntries(
      Object.entries(recordOf(part)).map(([key, value]) => [key, valueOf(valueType, value, key)]),
    );
  if (part === undefined) return smallest(schema, name);
  if ((type === 'nullable' || type === 'optional') && innerType)
    return part === null ? null : valueOf(innerType, part, name);
  const form = type === 'union' && options ? formOf(options, part) : undefined;
  return form ? valueOf(form, part, name) : part;
}

/** A whole value of a schema, with the given parts. It violates neither types nor schema, so that no test can outlive a change of the contract. */
export function complete<Schema extends z.ZodMiniType>(
  schema: Schema,
  part?: Part<z.output<Schema>>,
): z.output<Schema> {
  return schema.parse(valueOf(schema, part, 'value'));
}
