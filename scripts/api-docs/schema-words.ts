import { toJSONSchema, type ZodMiniType } from 'zod/mini';

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly default?: unknown;
  readonly multipleOf?: number;
}

function read(type: ZodMiniType, io: 'input' | 'output'): Schema {
  return toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
}

/** A call's fields, as `name`, `name?` or `name = default`, with their types; one line per allowed combination. */
export function fieldWords(input: ZodMiniType): readonly string[] {
  const schema = read(input, 'input');
  return (schema.oneOf ?? [schema]).map(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .map(([name, field]) => fieldOf(name, field, required.includes(name)))
      .join(', '),
  );
}

function fieldOf(name: string, field: Schema, isRequired: boolean): string {
  const values = field.enum ?? (field.const === undefined ? [] : [field.const]);
  const choices = values.length > 0 ? `: ${values.map(String).join(' \\| ')}` : '';
  const standard = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`;
  return `\`${name}${isRequired ? '' : '?'}\`${choices}${standard}`;
}

/** A call's result as a TypeScript type, on one line. */
export function answerWords(output: ZodMiniType): string {
  return words(read(output, 'output'));
}

function words(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(words).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(words).join(', ')}]`;
  if (schema.type === 'array') return arrayWords(schema.items ?? {});
  if (schema.multipleOf === 1) return 'integer';
  if (schema.type !== 'object') return [schema.type ?? 'any'].flat().join(' | ');
  if (!schema.properties) return `{ [name]: ${words(schema.additionalProperties ?? {})} }`;
  const { properties, required = [] } = schema;
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${words(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function arrayWords(items: Schema): string {
  const text = words(items);
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
}
