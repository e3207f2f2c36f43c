import { BlockList, isIP } from 'node:net';

/** Returns a test for membership in these addresses or networks (`10.0.0.0/8`). */
export function createAddressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of networks) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) continue;
    const all = family === 6 ? 128 : 32;
    list.addSubnet(address, bits === undefined ? all : Number(bits), family === 6 ? 'ipv6' : 'ipv4');
  }
  // A server that listens on IPv6 sees an IPv4 caller as ::ffff:10.0.0.1, which the list matches as well.
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
