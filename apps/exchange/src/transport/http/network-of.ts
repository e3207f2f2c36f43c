import { normalizeIP } from '@fastify/rate-limit';

/** Bits of an IPv6 address that say whose it is: one customer has all 2^64 addresses behind them. */
const ipv6Prefix = 64;

/** Names the network that counts as one caller: an IPv4 address, also where it is written as an IPv6 one, or an IPv6 /64. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, ipv6Prefix);
}
