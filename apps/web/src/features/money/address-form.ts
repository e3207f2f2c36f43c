/** What addresses of a chain look like. Only a first look while one types: the server checks them to the last digit. */
const forms: Readonly<Record<string, RegExp>> = {
  BTC: /^(bc1[a-z0-9]{8,87}|BC1[A-Z0-9]{8,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  ETH: /^0x[0-9a-fA-F]{40}$/,
  TRX: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  SOL: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  XRP: /^[rX][1-9A-HJ-NP-Za-km-z]{24,60}$/,
  DOGE: /^[DA9][1-9A-HJ-NP-Za-km-z]{25,34}$/,
  LTC: /^(ltc1[a-z0-9]{8,87}|LTC1[A-Z0-9]{8,87}|[LM3][1-9A-HJ-NP-Za-km-z]{25,34})$/,
};

/** Whether a text could be an address of the chain; chains that aren't known here let everything pass. */
export function looksLikeAddress(chain: string, address: string): boolean {
  return forms[chain]?.test(address.trim()) ?? true;
}

export interface AddressGroup {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly loud: boolean;
}

/** In groups of four, as one compares them: the first and the last two are loud. */
export function addressGroups(address: string): readonly AddressGroup[] {
  const groups = address.match(/.{1,4}/gu) ?? [];
  return groups.map((text, index) => ({ at: index * 4, text, loud: index === 0 || index >= groups.length - 2 }));
}
