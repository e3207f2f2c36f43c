/** A part of the engine to mutate, and its quick tests. */
export interface Part {
  readonly name: string;
  /** Relative to the engine's `src`. */
  readonly files: readonly string[];
  readonly suites: readonly string[];
}

/** Tests of whole orders. */
const orders = ['contract', 'forms', 'amend', 'pair', 'halts', 'auctions', 'orders-page'];

/** All parts of the engine with behaviour, one folder each. */
export const parts: readonly Part[] = [
  { name: 'accounts', files: ['accounts/*'], suites: ['accounts/*', 'contract', 'money', 'withdrawal'] },
  { name: 'book', files: ['book/*'], suites: ['book/*', 'contract', 'amend', 'state/validate'] },
  { name: 'fees', files: ['fees/*'], suites: ['contract', 'forms', 'money'] },
  {
    name: 'handlers',
    files: ['handlers/*'],
    suites: [...orders, 'rejection', 'listing', 'money', 'withdrawal', 'queries', 'ids'],
  },
  { name: 'markets', files: ['markets/*'], suites: ['markets/*', 'listing', 'limits', 'halts', 'auctions'] },
  { name: 'matching', files: ['matching/*'], suites: [...orders, 'rejection'] },
  { name: 'orders', files: ['orders/*'], suites: ['contract', 'amend', 'ids', 'pair', 'queries', 'snapshot'] },
  {
    name: 'requests',
    files: ['requests/*'],
    suites: ['requests/*', 'ids', 'contract', 'withdrawal', 'queries', 'pair', 'state/validate', 'snapshot'],
  },
  { name: 'rules', files: ['rules/*'], suites: [...orders, 'rejection', 'listing', 'money', 'withdrawal'] },
  { name: 'snapshot', files: ['snapshot/*'], suites: ['snapshot/*', 'snapshot'] },
  {
    name: 'state',
    files: ['state/*', 'engine', 'command', 'listener', 'rejection'],
    suites: ['state/*', 'queries', 'contract', 'ids', 'withdrawal', 'halts', 'snapshot'],
  },
  { name: 'store', files: ['store/*'], suites: ['store/*', 'book/levels', 'ids', 'accounts/accounts'] },
  { name: 'time', files: ['time/*'], suites: ['time/*', 'contract', 'halts'] },
];
