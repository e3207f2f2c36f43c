/** Differences listed one by one; the rest are counted. */
const maxListed = 50;

/** Prints what differs in the books, or that nothing does. Returns true if they are sound. */
export function printDifferences(differences: readonly string[], soundLine: string): boolean {
  const lines = differences.slice(0, maxListed).map((line) => `✗ ${line}`);
  if (differences.length > maxListed) lines.push(`… and ${differences.length - maxListed} more`);
  const isSound = differences.length === 0;
  lines.push(isSound ? `✓ ${soundLine}` : `✗ ${differences.length} differences.`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return isSound;
}
