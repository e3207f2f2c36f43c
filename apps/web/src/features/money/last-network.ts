/** The network last used for a coin, on this device. */
const keyOf = (coin: string): string => `network:${coin}`;

export function lastNetwork(coin: string): string | null {
  return localStorage.getItem(keyOf(coin));
}

export function keepNetwork(coin: string, chain: string): void {
  localStorage.setItem(keyOf(coin), chain);
}
