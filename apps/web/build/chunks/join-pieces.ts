/** A piece of the app's code that cannot be split further: whatever loads one of its modules loads all of them. */
export interface Piece {
  /** Size of the code. */
  readonly bytes: number;
  /** Pages, sheets and other parts that load the piece. They load what it imports as well. */
  readonly users: ReadonlySet<string>;
  /** Indices of the pieces that the piece imports. */
  readonly imports: readonly number[];
}

export interface Costs {
  /** A request costs a user as much time as this many bytes. */
  readonly requestBytes: number;
  /** How often the user is loaded, relative to the others. */
  readonly weightOf: (user: string) => number;
  /** The user must not load more files than this: they are joined at any price. */
  readonly mostFilesOf: (user: string) => number;
}

/** Pieces in one file. No two files have the same users. */
interface File {
  readonly members: readonly number[];
  readonly bytes: number;
  readonly users: ReadonlySet<string>;
  readonly imports: readonly number[];
}

interface Pair {
  readonly parts: readonly [File, File];
  /** Users of both. */
  readonly sharers: readonly string[];
  /** The bytes that users of one part load in vain, per byte's worth of saved requests. */
  readonly price: number;
}

/**
 * Joins pieces into files, the cheapest pair first, as long as a join saves its users more than it costs them. A joined file saves a request to each user of both
 * parts; a user of one part loads the other in vain. Returns the pieces' indices by file.
 */
export function joinPieces(pieces: readonly Piece[], costs: Costs): readonly (readonly number[])[] {
  const files = new Set<File>();
  let pairs: readonly Pair[] = [];
  const put = (parts: readonly File[]): void => {
    const users = new Set(parts.flatMap((part) => [...part.users]));
    const alike = [...files].find((file) => !parts.includes(file) && areSame(file.users, users));
    const joined = alike === undefined ? parts : [...parts, alike];
    for (const part of joined) files.delete(part);
    const file = { ...fileOf(joined), users };
    pairs = [
      ...pairs.filter((pair) => !pair.parts.some((part) => joined.includes(part))),
      ...[...files].flatMap((other) => pairOf([other, file], costs)),
    ];
    files.add(file);
  };
  for (const [index, piece] of pieces.entries()) put([{ ...piece, members: [index] }]);
  for (;;) {
    const best = cheapest(pairs, files, costs);
    if (best === null) return [...files].map(({ members }) => members);
    put(best.parts);
  }
}

function fileOf(parts: readonly File[]): Omit<File, 'users'> {
  const members = parts.flatMap((part) => part.members);
  return {
    members,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    imports: parts.flatMap((part) => part.imports).filter((imported) => !members.includes(imported)),
  };
}

/** The pair, if the two files have a user in common. */
function pairOf(parts: Pair['parts'], { weightOf, requestBytes }: Costs): readonly Pair[] {
  const [one, other] = parts;
  const sharers = [...one.users].filter((user) => other.users.has(user));
  if (sharers.length === 0) return [];
  const weightOfAll = (users: readonly string[]): number => users.reduce((sum, user) => sum + weightOf(user), 0);
  const loss =
    weightOfAll(without(one.users, other.users)) * other.bytes +
    weightOfAll(without(other.users, one.users)) * one.bytes;
  return [{ parts, sharers, price: loss / (weightOfAll(sharers) * requestBytes) }];
}

/** The pair to join next; null if no pair is worth its price, and no user of both loads too many files. */
function cheapest(pairs: readonly Pair[], files: ReadonlySet<File>, { mostFilesOf }: Costs): Pair | null {
  const counts = new Map<string, number>();
  for (const { users } of files) for (const user of users) counts.set(user, (counts.get(user) ?? 0) + 1);
  const crowded = new Set([...counts].flatMap(([user, count]) => (count > mostFilesOf(user) ? [user] : [])));
  const homes = new Map([...files].flatMap((file) => file.members.map((member) => [member, file] as const)));
  let best: Pair | null = null;
  for (const pair of pairs) {
    if (pair.price >= (best?.price ?? Infinity)) continue;
    if (pair.price >= 1 && !pair.sharers.some((user) => crowded.has(user))) continue;
    if (importsAreLoaded(pair, homes)) best = pair;
  }
  return best;
}

/**
 * True if all users of the pair already load what it imports. Otherwise they would load further files, which the price leaves out. The rule also
 * keeps two files from importing each other: whatever loads a file is only part of what loads its imports.
 */
function importsAreLoaded({ parts }: Pair, homes: ReadonlyMap<number, File>): boolean {
  const imports = parts.flatMap((part) => part.imports.flatMap((imported) => homes.get(imported) ?? []));
  return imports.every(
    (file) => parts.includes(file) || parts.every(({ users }) => without(users, file.users).length === 0),
  );
}

const without = (users: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
  [...users].filter((user) => !others.has(user));

const areSame = (users: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  users.size === others.size && without(users, others).length === 0;
