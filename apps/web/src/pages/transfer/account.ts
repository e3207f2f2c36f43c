export type Account = 'coin' | 'fiat';
