/** A JSON schema, as far as the contract uses it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly multipleOf?: number;
  readonly additionalProperties?: Schema | boolean;
}

const keywords = new Set([
  'from',
  'import',
  'class',
  'def',
  'in',
  'is',
  'not',
  'or',
  'and',
  'for',
  'if',
  'else',
  'pass',
]);
export const isKeyword = (name: string): boolean => keywords.has(name);

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  // JSON has one kind of number; the contract's are whole, but for rates and places on a map.
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

const literal = (value: unknown): string => (value === null ? 'None' : JSON.stringify(value));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The classes of Python for the objects of schemas. Objects of one shape share a class, named after where the first one stands. */
export class PythonTypes {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly classes: string[] = [];

  /** The type of a schema. @param name of its class, if it needs one */
  typeOf(schema: Schema, name: string): string {
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice) => this.typeOf(choice, name)));
    if (Array.isArray(schema.type))
      return union((schema.type as readonly string[]).map((type) => plain[type] ?? 'Any'));
    if (schema.type === 'array') return `list[${this.#itemOf(schema, name)}]`;
    if (schema.type === 'object') return this.#objectOf(schema, name);
    if (schema.type === 'number' && schema.multipleOf === 1) return 'int';
    return plain[String(schema.type)] ?? 'Any';
  }

  /** A tuple arrives as a list of JSON. */
  #itemOf({ items, prefixItems }: Schema, name: string): string {
    if (prefixItems) return union(prefixItems.map((item) => this.typeOf(item, name)));
    return items ? this.typeOf(items, name.endsWith('s') ? name.slice(0, -1) : `${name}Item`) : 'Any';
  }

  #objectOf(schema: Schema, name: string): string {
    const { properties, additionalProperties } = schema;
    if (!properties || Object.keys(properties).length === 0) {
      const value =
        typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, `${name}Value`) : 'Any';
      return `dict[str, ${value}]`;
    }
    const shape = JSON.stringify(schema);
    const known = this.#names.get(shape);
    if (known !== undefined) return known;
    const own = this.#free(name);
    this.#names.set(shape, own);
    this.classes.push(this.#classOf(schema, own));
    return own;
  }

  #free(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) free = `${name}${number}`;
    this.#taken.add(free);
    return free;
  }

  #classOf({ properties = {}, required = [] }: Schema, name: string): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeOf(schema, `${name}${upper(field)}`);
      return [field, required.includes(field) ? type : `NotRequired[${type}]`] as const;
    });
    if (fields.some(([field]) => isKeyword(field))) {
      const entries = fields.map(([field, type]) => `        ${JSON.stringify(field)}: ${type},\n`);
      return `${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('')}    },\n)\n`;
    }
    return `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}\n`).join('')}`;
  }
}
