export type Encoding = 'br' | 'gzip';

/** The first of these encodings that a request's `accept-encoding` names; null for none. A quality of zero refuses one. */
export function acceptedEncoding(accepted: string | undefined, offered: readonly Encoding[]): Encoding | null {
  if (accepted === undefined) return null;
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return offered.find((name) => names.includes(name)) ?? null;
}
