import { Spot, WebsocketStream } from '@binance/connector';

export function connectBinanceConnector(url: string, apiKey: string, secret: string) {
  const client = new Spot(apiKey, secret, { baseURL: url });
  const streamsWith = (callbacks: object) => new WebsocketStream({ wsURL: url.replace('http', 'ws'), callbacks });
  return { client, streamsWith };
}
