/** Address patterns by chain, for a first check while typing: the server checks the whole address. */
const forms: Readonly<Record<string, RegExp>> = {
  BTC: /^(bc1[a-z0-9]{8,87}|BC1[A-Z0-9]{8,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  ETH: /^0x[0-9a-fA-F]{40}$/,
  SOL: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  XRP: /^[rX][1-9A-HJ-NP-Za-km-z]{24,60}$/,
  DOGE: /^[DA9][1-9A-HJ-NP-Za-km-z]{25,34}$/,
  LTC: /^(ltc1[a-z0-9]{8,87}|LTC1[A-Z0-9]{8,87}|[LM3][1-9A-HJ-NP-Za-km-z]{25,34})$/,
};

/** True if the text could be an address of the chain; unknown chains accept everything. */
export function looksLikeAddress(chain: string, address: string): boolean {
  return formOf(chain)?.test(address.trim()) ?? true;
}

/** Chains with addresses like Ethereum's, where a person has the same address. */
const likeEthereum = /^(BSC|POLYGON|BASE|ARBITRUM|EVM\d+)$/;

function formOf(chain: string): RegExp | undefined {
  return forms[likeEthereum.test(chain) ? 'ETH' : chain];
}

/** Other networks on which an address exists as well. */
export function otherNetworksOf<Network extends { readonly chain: string }>(
  networks: readonly Network[],
  chain: string,
  address: string,
): readonly Network[] {
  return networks.filter((one) => one.chain !== chain && formOf(one.chain)?.test(address.trim()) === true);
}

export interface AddressGroup {
  /** Index in the address. */
  readonly at: number;
  readonly text: string;
  readonly loud: boolean;
}

/** Splits an address into groups of four; the first and the last two are emphasised. */
export function addressGroups(address: string): readonly AddressGroup[] {
  const groups = address.match(/.{1,4}/gu) ?? [];
  return groups.map((text, index) => ({ at: index * 4, text, loud: index === 0 || index >= groups.length - 2 }));
}
