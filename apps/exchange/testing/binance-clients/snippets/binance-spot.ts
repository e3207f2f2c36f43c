import { Spot } from '@binance/spot';

export function connectBinanceSpot(url: string, apiKey: string, privateKey: string): Spot {
  const ws = url.replace('http', 'ws');
  const key = { apiKey, privateKey }; // or { apiKey, apiSecret }
  return new Spot({
    configurationRestAPI: { ...key, basePath: url },
    configurationWebsocketAPI: { ...key, wsURL: `${ws}/ws-api/v3` },
    configurationWebsocketStreams: { wsURL: ws },
  });
}
