import { isIP } from 'node:net';

const maxEntries = 20;
/** Shorter prefixes would allow a good part of the internet. */
const minBits = { 4: 8, 6: 16 } as const;

/** Reads addresses and networks, separated by commas or white space. Returns null if one is malformed, or there are too many. */
export function readAddressList(text: string): string[] | null {
  const entries = [...new Set(text.split(/[\s,;，；]+/).filter((entry) => entry !== ''))];
  return entries.length <= maxEntries && entries.every(isNetwork) ? entries : null;
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || more.length > 0 || address.includes('%')) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= minBits[family] && Number(bits) <= (family === 4 ? 32 : 128);
}
