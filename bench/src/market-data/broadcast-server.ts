import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The peer: a bare `ws` server that sends each socket messages of the same number, size and rate, without an exchange. */
const beatMs = 50;
const http = createServer();
const server = new WebSocketServer({ server: http });
server.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"op":"subscribe","id":1,"code":200}'));
});

let seq = 0;
const timer = setInterval(() => {
  const time = Date.now();
  const trades = Array.from({ length: 5 }, (_, index) => ({
    id: String(seq * 5 + index),
    price: '97000.1',
    quantity: '0.00010',
    side: 'buy',
    time,
  }));
  const candle = [time, '97000.1', '97000.1', '97000.1', '97000.1', '0.12340', '11969.812340', 1234];
  const book = { kind: 'diff', bids: [['97000.1', '0.00010']], asks: [['97000.1', '0']], time };
  seq += 1;
  for (const push of [
    { channel: 'trades:BTC/USDT', seq, data: trades },
    { channel: 'kline:BTC/USDT:1m', seq, data: [candle] },
    { channel: 'depth:BTC/USDT', seq, data: book },
  ]) {
    const text = JSON.stringify(push);
    for (const socket of server.clients) socket.send(text);
  }
}, beatMs);

process.on('SIGTERM', () => {
  clearInterval(timer);
  process.exit(0);
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`);
});
