import { readFileSync } from 'node:fs';

/** Assumed if the system does not report a limit. */
const unknown = 1024;

/** The number of files and connections this process may hold open: its soft limit, which Node raises to the hard one at start. */
export function descriptorLimit(): number {
  const limit = limitOnLinux() ?? limitInReport();
  if (limit === 'unlimited') return Number.MAX_SAFE_INTEGER;
  const soft = Number(limit);
  return Number.isFinite(soft) ? soft : unknown;
}

/** Read in microseconds; Node's report takes a quarter of a second. */
function limitOnLinux(): string | undefined {
  try {
    return /^Max open files\s+(\S+)/mu.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function limitInReport(): unknown {
  // Resolving the names of peers could take long.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { readonly userLimits?: { readonly open_files?: { soft: unknown } } };
  return userLimits?.open_files?.soft;
}

/** The number of connections to accept: a fifth of the descriptors, and at least 256, stays free for the database, the journal, the console and files. */
export function connectionsFor(wanted: number, descriptors: number): number {
  const kept = Math.max(Math.min(256, descriptors / 2), descriptors / 5);
  return Math.min(wanted, Math.floor(descriptors - kept));
}
