import { exampleValues, ofCall } from './example-values.ts';
import { resolve, type Schema } from './schemas.ts';

/** Optional fields without which a call would do little. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'trade.create': ['price', 'quantity'],
  'trade.cancel': ['clientOrderId'],
  'trade.amend': ['clientOrderId'],
  'user.sendCode': [],
  'user.setProfile': ['nickname'],
  'notifications.setQuietHours': ['from', 'until', 'timeZone'],
};

const someTime = 1_795_000_000_000;

/** Makes examples of what a call takes and answers, from their schemas. */
export class Examples {
  readonly #components: ReadonlyMap<string, Schema>;
  readonly #call: string;

  constructor(components: ReadonlyMap<string, Schema>, call: string) {
    this.#components = components;
    this.#call = call;
  }

  /** The fields of a request: those that it needs, and those without which it would do little. */
  input(schema: Schema): Readonly<Record<string, unknown>> {
    const { properties = {}, required = [] } = schema.oneOf?.[0] ?? schema;
    const names = [...required, ...(shown[this.#call] ?? [])];
    return Object.fromEntries(names.map((name) => [name, this.of(properties[name] ?? {}, name)]));
  }

  /** A value that fits a schema; its field's name says which one. */
  of(given: Schema, name: string): unknown {
    const schema = resolve(given, this.#components);
    const part = schema.allOf?.[0] ?? schema.oneOf?.[0] ?? schema.anyOf?.[0];
    if (part !== undefined && schema.type !== 'array') return this.of(part, name);
    if (schema.enum !== undefined) return schema.default ?? schema.enum[0];
    switch (schema.type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#array(schema, name);
      case 'string':
        return this.#text(schema, name);
      case 'integer':
        return this.#integer(schema, name);
      case 'boolean':
        return schema.default ?? false;
      default:
        return null;
    }
  }

  /** Has what every answer has: some optional fields exclude each other. */
  #object({ properties, required = [], additionalProperties, nullable }: Schema): unknown {
    if (properties === undefined) {
      if (typeof additionalProperties === 'object' && additionalProperties.type !== undefined)
        return { USD: this.of(additionalProperties, 'amount') };
      return nullable === true ? null : {};
    }
    return Object.fromEntries(required.map((name) => [name, this.of(properties[name] ?? {}, name)]));
  }

  #array({ items = {}, minItems = 1 }: Schema, name: string): unknown {
    const known = this.#known(name);
    if (Array.isArray(known)) return known;
    const kinds = items.oneOf ?? [items];
    const isCandle = kinds.length > 1 && minItems === 8;
    if (isCandle) return [someTime, '97000.0', '97100.0', '96900.0', '97050.0', '12.50000', '1213125.00', 84];
    const length = typeof minItems === 'number' ? minItems : 1;
    return Array.from({ length }, () => this.of(items, name));
  }

  #known(name: string): unknown {
    return ofCall[this.#call]?.[name] ?? exampleValues[name];
  }

  #text(schema: Schema, name: string): unknown {
    const known = this.#known(name);
    const { pattern, default: standard } = schema;
    const fits = typeof known === 'string' && (typeof pattern !== 'string' || new RegExp(pattern).test(known));
    if (fits) return known;
    if (standard !== undefined) return standard;
    return typeof pattern === 'string' ? fitting(pattern) : 'text';
  }

  #integer({ minimum, format, default: standard }: Schema, name: string): unknown {
    const known = this.#known(name);
    if (typeof known === 'number') return known;
    if (standard !== undefined) return standard;
    const isTime = format === 'int64' && /(time|at|at$|updated|created|used|expires|from|until|off)$/i.test(name);
    if (isTime) return someTime;
    return Math.max(typeof minimum === 'number' ? minimum : 1, 1);
  }
}

// The last two have the lengths of a push subscription's keys.
const samples = [
  '1024',
  '97000.0',
  'BTC',
  'BTC/USDT',
  '123456',
  'SG',
  '22:00',
  '2026-11-26',
  'bot-1',
  `B${'a'.repeat(86)}`,
  'a'.repeat(22),
];

/** A sample of this pattern. */
function fitting(pattern: string): string {
  const form = new RegExp(pattern);
  const found = samples.find((sample) => form.test(sample));
  if (found === undefined) throw new Error(`no example fits ${pattern}`);
  return found;
}
