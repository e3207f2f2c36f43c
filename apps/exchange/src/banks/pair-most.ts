/** Among more than this, which may differ in nothing, the order alone decides: finding more pairs would take too long. */
const maxMoved = 100;

/** Pairs as many as may be pairs. The first ones get the first of the others, unless another one has no other choice. */
export function pairMost<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  mayPair: (one: One, other: Other) => boolean,
): ReadonlyMap<One, Other> {
  const holders = new Map<Other, One>();
  const mayMove = others.length <= maxMoved;
  const place = (one: One, tried: Set<Other>): boolean => {
    const free = others.find((other) => !holders.has(other) && mayPair(one, other));
    const found =
      free ??
      others.find((other) => {
        const holder = holders.get(other);
        if (!mayMove || holder === undefined || tried.has(other) || !mayPair(one, other)) return false;
        return place(holder, tried.add(other));
      });
    if (found !== undefined) holders.set(found, one);
    return found !== undefined;
  };
  for (const one of ones) place(one, new Set());
  return new Map([...holders].map(([other, one]) => [one, other]));
}
