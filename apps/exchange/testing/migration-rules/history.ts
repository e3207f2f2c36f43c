/** What the statements before one have done. */
export class History {
  /** Tables of the present migration: no older process knows them, and they hold few rows. */
  readonly #created = new Set<string>();
  /** Tables from before, which the present migration keeps locked until its end. */
  readonly #locked = new Set<string>();
  /** Constraints that the present migration added without validation. */
  readonly #added = new Set<string>();
  /** Columns that a check of this name proves not null. */
  readonly #checked = new Map<string, string>();
  readonly #proven = new Set<string>();
  /** Columns that a check of this name bounds, and those that are known to be bounded: `table.column`. */
  readonly #bounding = new Map<string, string>();
  readonly #bounded = new Set<string>();
  /** Tables that the present migration gave another name: the new name by the old one. */
  readonly #renamed = new Map<string, string>();
  /** Of these, what has taken their place: the partition key by the table. */
  readonly #replaced = new Map<string, string>();
  /** Functions that the present migration made. */
  readonly #functions = new Set<string>();

  /** Begins the next migration. */
  begin(): void {
    this.#created.clear();
    this.#locked.clear();
    this.#added.clear();
    this.#renamed.clear();
    this.#replaced.clear();
    this.#functions.clear();
  }

  create(table: string): void {
    this.#created.add(table);
  }

  hasCreated(table: string): boolean {
    return this.#created.has(table);
  }

  lock(table: string): void {
    if (!this.hasCreated(table)) this.#locked.add(table);
  }

  get locked(): readonly string[] {
    return [...this.#locked];
  }

  createFunction(name: string): void {
    this.#functions.add(name);
  }

  /** Made for a table that took another's place. */
  hasCreatedFunction(name: string): boolean {
    return this.hasReplacedAny && this.#functions.has(name);
  }

  rename(table: string, name: string): void {
    this.#renamed.set(table, name);
  }

  /** A table partitioned by one column takes the place of one that was renamed. */
  replace(table: string, column: string): void {
    if (this.#renamed.has(table)) this.#replaced.set(table, column);
  }

  hasReplaced(table: string): boolean {
    return this.#replaced.has(table);
  }

  get hasReplacedAny(): boolean {
    return this.#replaced.size > 0;
  }

  /** True for the table whose place its partitioned successor took, if a check from before bounds the partition key: attaching it reads nothing. */
  isFirstPartition(table: string, partition: string): boolean {
    const column = this.#replaced.get(table);
    return this.#renamed.get(table) === partition && this.#bounded.has(`${table}.${column}`);
  }

  /** `column` is the one that a check says isn't null, `bounded` the one that it bounds. */
  addConstraint(
    table: string,
    name: string,
    { column, bounded }: { column: string | null; bounded: string | null },
  ): void {
    this.#added.add(`${table}.${name}`);
    if (column !== null) this.#checked.set(`${table}.${name}`, column);
    if (bounded !== null) this.#bounding.set(`${table}.${name}`, bounded);
  }

  hasAdded(table: string, constraint: string): boolean {
    return this.#added.has(`${table}.${constraint}`);
  }

  validate(table: string, constraint: string): void {
    const column = this.#checked.get(`${table}.${constraint}`);
    if (column !== undefined) this.#proven.add(`${table}.${column}`);
    const bounded = this.#bounding.get(`${table}.${constraint}`);
    if (bounded !== undefined) this.#bounded.add(`${table}.${bounded}`);
  }

  isProvenNotNull(table: string, column: string): boolean {
    return this.#proven.has(`${table}.${column}`);
  }
}
