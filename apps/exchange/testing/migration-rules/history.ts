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

  /** Begins the next migration. */
  begin(): void {
    this.#created.clear();
    this.#locked.clear();
    this.#added.clear();
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

  /** @param column the one that a check says isn't null */
  addConstraint(table: string, name: string, column: string | null): void {
    this.#added.add(`${table}.${name}`);
    if (column !== null) this.#checked.set(`${table}.${name}`, column);
  }

  hasAdded(table: string, constraint: string): boolean {
    return this.#added.has(`${table}.${constraint}`);
  }

  validate(table: string, constraint: string): void {
    const column = this.#checked.get(`${table}.${constraint}`);
    if (column !== undefined) this.#proven.add(`${table}.${column}`);
  }

  isProvenNotNull(table: string, column: string): boolean {
    return this.#proven.has(`${table}.${column}`);
  }
}
