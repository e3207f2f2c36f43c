import { readFile } from 'node:fs/promises';
import { hmacKey, type SigningKey } from '@fft/client';
import { parseDemoMarketFile, type DemoMarketFile } from '@fft/demo-market';

/** Settings from the environment. */
export interface Settings {
  /** The exchange's address, like `http://localhost:8080`. */
  readonly url: string;
  readonly market: DemoMarketFile;
  /** API keys of the maker's and the taker's account; null: it logs in with their passwords. */
  readonly keys: readonly [maker: SigningKey, taker: SigningKey] | null;
  /** If true, it ends when its standard input closes, so it never outlives its parent. */
  readonly endsWithInput: boolean;
}

/** @throws if a setting is missing, or the market's file can't be read */
export async function readSettings(variables: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const { FFT_URL: url, FFT_DEMO_MARKET: file, FFT_LIFELINE: lifeline, FFT_KEYS: keys = '' } = variables;
  if (url === undefined || !URL.canParse(url)) throw new Error('FFT_URL must be the address of an exchange');
  if (file === undefined) throw new Error('FFT_DEMO_MARKET must be the path of a demo market file');
  const market = parseDemoMarketFile(await readFile(file, 'utf8'));
  return { url: url.replace(/\/$/, ''), market, keys: readKeys(keys), endsWithInput: lifeline === 'stdin' };
}

/** Reads `<key>:<secret>,<key>:<secret>`, of the maker and the taker. */
function readKeys(text: string): Settings['keys'] {
  const [maker, taker] = text.split(',').map((pair) => {
    const [id = '', secret = ''] = pair.split(':');
    return secret === '' ? null : hmacKey(id, secret);
  });
  return maker && taker ? [maker, taker] : null;
}
