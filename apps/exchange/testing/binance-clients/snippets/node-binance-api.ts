import Binance from 'node-binance-api';

export function connectNodeBinanceApi(url: string, apiKey: string, secret: string): Binance {
  const ws = url.replace('http', 'ws');
  return new Binance({
    APIKEY: apiKey,
    APISECRET: secret,
    urls: {
      base: `${url}/api/`,
      sapi: `${url}/sapi/`,
      stream: `${ws}/ws/`,
      combineStream: `${ws}/stream?streams=`,
    },
  });
}
