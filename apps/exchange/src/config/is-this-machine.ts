const names: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a host of an address is this machine; a socket's path has none. */
export function isThisMachine(host: string): boolean {
  return names.has(host);
}
