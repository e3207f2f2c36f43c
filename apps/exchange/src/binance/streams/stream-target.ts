/** What the URL of a socket asks for. */
export interface StreamTarget {
  readonly names: readonly string[];
  readonly isCombined: boolean;
  readonly isMicroseconds: boolean;
}

/**
 * Reads `/ws/<stream>/…`, where a number is a client's own index, and `/stream?streams=a/b`. `/stream/ws/…` is as `/ws/…`: ccxt knows a spot market by
 * `/stream` in the URL, and takes no wrapped list of tickers.
 */
export function streamTarget(url: string): StreamTarget {
  const [pathname = '', query = ''] = url.split('?', 2);
  const parameter = (name: string): string =>
    query
      .split('&')
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? '';
  const plain = /^(?:\/stream)?\/ws(?:\/(.*))?$/.exec(pathname);
  const isCombined = plain === null && pathname.startsWith('/stream');
  const behind = plain?.[1] ?? '';
  // A plus sign is part of a time zone here, not a space.
  const listed = decoded(isCombined ? parameter('streams') : behind);
  const names = listed.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));
  const isMicroseconds = parameter('timeUnit').toUpperCase() === 'MICROSECOND';
  return { names: [...new Set(names)], isCombined, isMicroseconds };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** True for the name of a customer's stream on Binance, which a call there gave out: no name of a market's stream is so long without a sign. */
export function isListenKey(name: string): boolean {
  return /^[A-Za-z0-9]{32,}$/.test(name);
}
