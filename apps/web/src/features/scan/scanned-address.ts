export interface ScannedAddress {
  readonly address: string;
  /** The tag or memo that the code carries. */
  readonly memo?: string;
}

/** The names under which wallets write a tag or memo. */
const memoNames = ['dt', 'memo', 'tag', 'memoid'];

/**
 * Extracts the address of a code: bare, or as wallets write it, `bitcoin:1A1z…?amount=1`, `ethereum:0x…@1`, `xrp:r…?dt=7`. Null if there is none.
 * A contract call such as `ethereum:0x…@1/transfer?address=0x…` yields the token's recipient.
 */
export function scannedAddress(text: string): ScannedAddress | null {
  const [, rest = ''] = /^(?:[a-z][a-z0-9+.-]*:(?:\/\/)?)?(.*)$/is.exec(text.trim()) ?? [];
  const [place = '', query = ''] = rest.split('?');
  const [target = '', called = ''] = place.split('/');
  const parameters = new URLSearchParams(query);
  const address = called === '' ? target.replace(/^pay-/, '').replace(/@.*$/, '') : recipient(called, parameters);
  if (!/^[A-Za-z0-9]{20,128}$/.test(address)) return null;
  const memo = memoNames.map((name) => parameters.get(name)).find((value) => value !== null && value !== '');
  return memo == null ? { address } : { address, memo };
}

const recipient = (called: string, parameters: URLSearchParams): string =>
  called === 'transfer' ? (parameters.get('address') ?? '') : '';
