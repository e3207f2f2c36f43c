import { readFile } from 'node:fs/promises';
import { parseDemoMarketFile, type DemoMarketFile } from '@fft/demo-market';

/** Settings from the environment. */
export interface Settings {
  /** The exchange's address, like `http://localhost:8080`. */
  readonly url: string;
  readonly market: DemoMarketFile;
  /** If true, it ends when its standard input closes, so it never outlives its parent. */
  readonly endsWithInput: boolean;
}

/** @throws if a setting is missing, or the market's file can't be read */
export async function readSettings(variables: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const { FFT_URL: url, FFT_DEMO_MARKET: file, FFT_LIFELINE: lifeline } = variables;
  if (url === undefined || !URL.canParse(url)) throw new Error('FFT_URL must be the address of an exchange');
  if (file === undefined) throw new Error('FFT_DEMO_MARKET must be the path of a demo market file');
  const market = parseDemoMarketFile(await readFile(file, 'utf8'));
  return { url: url.replace(/\/$/, ''), market, endsWithInput: lifeline === 'stdin' };
}
