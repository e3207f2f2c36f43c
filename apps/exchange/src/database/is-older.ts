/** True if `version` is lower than `other`; both are `major.minor.patch`. */
export function isOlder(version: string, other: string): boolean {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const [place, number] of parts.entries()) {
    const difference = number - (others[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
