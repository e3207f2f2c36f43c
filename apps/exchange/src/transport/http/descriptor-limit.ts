/** Where the system doesn't tell. */
const unknown = 1024;

/** How many files and connections this process may hold open: its soft limit, which Node raises to the hard one as it starts. */
export function descriptorLimit(): number {
  // Looking up the names of its callers could take long.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { readonly userLimits?: { readonly open_files?: { soft: unknown } } };
  const limit = userLimits?.open_files?.soft;
  if (limit === 'unlimited') return Number.MAX_SAFE_INTEGER;
  const soft = Number(limit);
  return Number.isFinite(soft) ? soft : unknown;
}

/** How many connections may be open at a time: the database, the journal, the console and files keep a fifth of what the process may open, and 256 at least. */
export function connectionsFor(wanted: number, descriptors: number): number {
  const kept = Math.max(Math.min(256, descriptors / 2), descriptors / 5);
  return Math.min(wanted, Math.floor(descriptors - kept));
}
