import { normalizeIP } from '@fastify/rate-limit';

/** Prefix length that identifies an IPv6 customer: each has all 2^64 addresses behind it. */
const ipv6Prefix = 64;

/** Returns the network that counts as one caller: an IPv4 address (also when mapped into IPv6), or an IPv6 /64. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, ipv6Prefix);
}
