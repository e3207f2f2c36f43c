import { expect, test } from 'vitest';
import { networkOf, siteOf } from './network-of.ts';

test.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7', null],
  ['an IPv4 address mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7', null],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1::/48'],
  ['the last address of the same network', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::', '2001:db8:1::/48'],
  ['an address in another network of the same site', '2001:db8:1:3::1', '2001:db8:1:3::', '2001:db8:1::/48'],
  ['an address of another site', '2001:db8:2:2::1', '2001:db8:2:2::', '2001:db8:2::/48'],
  ['upper case and zeros', '2001:0DB8:0001:0002::A', '2001:db8:1:2::', '2001:db8:1::/48'],
])('%s is counted by its network and site', (_what, ip, network, site) => {
  expect([networkOf(ip), siteOf(ip)]).toEqual([network, site]);
});
