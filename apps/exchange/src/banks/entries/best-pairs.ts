/** With more candidates than this, a made pair stays as it is: rearranging pairs to find more would take too long. */
const maxMoved = 100;

/**
 * Pairs as many as fit, the best fits first. Each of `ones` takes the first free one of `others`, and moves to another if a later one needs it.
 * @param fitOf 0 for the best fit, up to `worst`; null for no pair
 */
export function bestPairs<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  { worst, fitOf }: { readonly worst: number; readonly fitOf: (one: One, other: Other) => number | null },
): ReadonlyMap<One, Other> {
  const holders = new Map<Other, One>();
  const held = new Map<One, Other>();
  const mayMove = others.length <= maxMoved;
  const place = (one: One, fit: number, tried: Set<Other>): boolean => {
    const fits = (other: Other): boolean => (fitOf(one, other) ?? Infinity) <= fit;
    const free = others.find((other) => !holders.has(other) && fits(other));
    const moves = (other: Other): boolean => {
      const holder = holders.get(other);
      if (!mayMove || holder === undefined || tried.has(other) || !fits(other)) return false;
      return place(holder, fit, tried.add(other));
    };
    const found = free ?? others.find(moves);
    if (found === undefined) return false;
    holders.set(found, one);
    held.set(one, found);
    return true;
  };
  for (let fit = 0; fit <= worst; fit += 1) for (const one of ones) if (!held.has(one)) place(one, fit, new Set());
  return held;
}
