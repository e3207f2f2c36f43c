import type { DeepItem } from './item.ts';

interface Installing extends Pick<DeepItem, 'secondsFromNothing' | 'own'> {
  /** Patterns of files that it runs or reads, and that no import names. */
  readonly reads?: readonly string[];
}

const rig = 'apps/exchange/testing/binance-clients';
const page = 'docs/binance-clients.md';

/** Clients of others in one language, whose drivers' names end so. */
const clientsOf = (ending: string, secondsFromNothing: number): Installing => ({
  secondsFromNothing,
  own: [`${rig}/`, page],
  reads: [`${rig}/foreign/drivers/*.${ending}`, page],
});

/** The deep test files that install packages while they run, by the names of their items. */
export const installingTests: Readonly<Record<string, Installing>> = {
  'binance-clients/foreign/node-clients': clientsOf('js', 90),
  'binance-clients/foreign/python-clients': clientsOf('py', 420),
  'binance-clients/foreign/go-clients': clientsOf('go', 120),
  'binance-clients/foreign/rust-clients': clientsOf('rs', 500),
  'binance-clients/foreign/java-clients': clientsOf('java', 90),
  'generated-clients/generated-clients': { secondsFromNothing: 525 },
  'generated-clients/schemathesis': { secondsFromNothing: 300 },
  'python-client': {},
};
