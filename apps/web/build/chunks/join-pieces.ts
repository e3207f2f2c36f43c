/** A piece of the app's code that cannot be split further: everything that loads one of its modules loads all of them. */
export interface Piece {
  /** Size of the compressed code. */
  readonly bytes: number;
  /** Pages, sheets and other parts that load the piece. They load what it imports as well. */
  readonly users: ReadonlySet<string>;
  /** Indices of the pieces that the piece imports. */
  readonly imports: readonly number[];
}

export interface Cost {
  /** How often the user is loaded, relative to the others. */
  readonly weight: number;
  /** One request costs the user as much time as this many bytes. */
  readonly requestBytes: number;
}

/** Pieces in one file. */
interface Group {
  readonly members: number[];
  bytes: number;
  /** True for each user that loads the file. */
  readonly loads: boolean[];
  readonly imports: Set<Group>;
}

interface Pair {
  readonly one: Group;
  readonly other: Group;
  readonly gain: number;
}

/**
 * Joins pieces into files: the pair first that saves its users most. A joined file saves a request to each user of both pieces. Each user of one of them loads
 * the bytes of the other as well, and what it imports. Two pieces stay apart if their file and another would import each other. Returns the pieces' indices by file.
 */
export function joinPieces(
  pieces: readonly Piece[],
  costOf: (user: string) => Cost,
): readonly (readonly number[])[] {
  const users = [...new Set(pieces.flatMap((piece) => [...piece.users]))];
  const costs = users.map(costOf);
  const groups = new Set(groupsOf(pieces, users));
  for (;;) {
    const best = bestPair([...groups], costs);
    if (best === null) return [...groups].map(({ members }) => members);
    join(best, groups);
  }
}

function groupsOf(pieces: readonly Piece[], users: readonly string[]): readonly Group[] {
  const groups = pieces.map(
    (piece, index): Group => ({
      members: [index],
      bytes: piece.bytes,
      loads: users.map((user) => piece.users.has(user)),
      imports: new Set(),
    }),
  );
  for (const [index, { imports }] of pieces.entries())
    for (const imported of imports) {
      const group = groups[imported];
      if (group === undefined) throw new Error(`there is no piece ${imported}`);
      groups[index]?.imports.add(group);
    }
  return groups;
}

/** The pair whose join gains most; null if none gains anything. */
function bestPair(groups: readonly Group[], costs: readonly Cost[]): Pair | null {
  const hopes = groups
    .flatMap((one, index) => groups.slice(index + 1).flatMap((other) => hopeOf(one, other, costs)))
    .toSorted((one, other) => other.gain - one.gain);
  const reach = new Map(groups.map((group) => [group, reachOf(group)]));
  let best: Pair | null = null;
  for (const { one, other, gain: most } of hopes) {
    if (best !== null && best.gain >= most) break;
    if (leadsBack(one, other, reach) || leadsBack(other, one, reach)) continue;
    const gain = most - lossOf(one, other, reach.get(other), costs) - lossOf(other, one, reach.get(one), costs);
    if (gain > (best?.gain ?? 0)) best = { one, other, gain };
  }
  return best;
}

/** The pair if its join may gain something, with what it gains apart from what the files import. */
function hopeOf(one: Group, other: Group, costs: readonly Cost[]): readonly Pair[] {
  let gain = 0;
  // The innermost loop of the whole plan: without an iterator it takes a tenth of the time.
  for (let user = 0; user < costs.length; user += 1) {
    const { weight, requestBytes } = costs[user] ?? { weight: 0, requestBytes: 0 };
    if (one.loads[user] === true) gain += weight * (other.loads[user] === true ? requestBytes : -other.bytes);
    else if (other.loads[user] === true) gain -= weight * one.bytes;
  }
  return gain > 0 ? [{ one, other, gain }] : [];
}

/** What users of the group that don't load the other one would load in vain of the other's imports. */
function lossOf(group: Group, other: Group, needed: Iterable<Group> | undefined, costs: readonly Cost[]): number {
  let loss = 0;
  for (const each of needed ?? []) {
    if (each === group) continue;
    for (const [user, { weight, requestBytes }] of costs.entries())
      if (group.loads[user] === true && other.loads[user] === false && each.loads[user] === false)
        loss += weight * (each.bytes + requestBytes);
  }
  return loss;
}

/** All groups that a group imports, directly or not. */
function reachOf(group: Group, found = new Set<Group>()): ReadonlySet<Group> {
  for (const imported of group.imports) {
    if (found.has(imported)) continue;
    found.add(imported);
    reachOf(imported, found);
  }
  return found;
}

/** True if a group imports the other through a third: joined, they and the third would import each other. */
const leadsBack = (from: Group, to: Group, reach: ReadonlyMap<Group, ReadonlySet<Group>>): boolean =>
  [...from.imports].some((imported) => imported !== to && reach.get(imported)?.has(to));

/** Adds the other group to the first one. */
function join({ one, other }: Pair, groups: Set<Group>): void {
  groups.delete(other);
  one.members.push(...other.members);
  one.bytes += other.bytes;
  addLoads(one, other);
  for (const imported of other.imports) one.imports.add(imported);
  for (const group of groups) if (group.imports.delete(other)) group.imports.add(one);
  one.imports.delete(one);
  for (const imported of reachOf(one)) addLoads(imported, one);
}

function addLoads(to: Group, from: Group): void {
  for (const [user, isLoaded] of from.loads.entries()) if (isLoaded) to.loads[user] = true;
}
