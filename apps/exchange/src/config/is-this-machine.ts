const names: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '[::1]', '::1']);

/** True if a URL's host is this machine; a socket path has an empty host. */
export function isThisMachine(host: string): boolean {
  return names.has(host);
}
