import { normalizeIP } from '@fastify/rate-limit';

/** Prefix length that identifies an IPv6 customer: each customer has all 2^64 addresses behind the prefix. */
const networkPrefix = 64;
/** Prefix length of a site: one caller may hold all of its 65,536 networks. */
const sitePrefix = 48;

/** Returns the network that counts as one caller: an IPv4 address (also when mapped into IPv6), or an IPv6 /64. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, networkPrefix);
}

/** Returns the IPv6 site of an address; null for IPv4. */
export function siteOf(ip: string): string | null {
  const site = normalizeIP(ip, sitePrefix);
  return site.includes(':') ? `${site}/${sitePrefix}` : null;
}
