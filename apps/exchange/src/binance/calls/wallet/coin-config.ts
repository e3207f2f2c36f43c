import { formatAmount, padded } from '../../decimals.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { contextOf, type WalletParts } from '../wallet-parts.ts';

/** Every coin with its networks. */
export function coinConfig({ ledger: { host, directory }, deposits, withdrawals }: WalletParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/sapi/v1/capital/config/getall'],
    ws: null,
    right: 'read',
    weight: 10,
    isHeavy: true,
    params: {},
    handle: async (_input, caller) => {
      const context = contextOf(caller);
      const [incoming, outgoing] = await Promise.all([deposits.coins({}, context), withdrawals.coins({}, context)]);
      return host.engine.assets.map(({ code, decimals }, index) => {
        const { available, frozen } = host.engine.balance(caller.customer.id, 'coin', index);
        const ways = waysOf(
          incoming.find(({ coin }) => coin === code)?.chains ?? [],
          outgoing.find(({ coin }) => coin === code)?.chains ?? [],
        );
        return {
          coin: code,
          name: directory.describe(code).name.en,
          depositAllEnable: ways.some(({ depositEnable }) => depositEnable),
          withdrawAllEnable: ways.some(({ withdrawEnable }) => withdrawEnable),
          free: formatAmount(available, decimals),
          locked: formatAmount(frozen, decimals),
          freeze: '0',
          withdrawing: '0',
          ipoing: '0',
          ipoable: '0',
          storage: '0',
          isLegalMoney: directory.describe(code).fiat,
          trading: directory.markets().some(({ base }) => base.code === code),
          networkList: ways.map((way, place) => ({ ...way, coin: code, isDefault: place === 0 })),
        };
      });
    },
  });
}

interface InChain {
  readonly chain: string;
  readonly name: string;
  readonly confirmations: number;
  readonly minDeposit: string;
  readonly contract?: string | undefined;
}

interface OutChain {
  readonly chain: string;
  readonly name: string;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly precision: number;
  readonly memo: boolean;
}

/** Further fields of Binance's networks, which strictly typed clients need. The exchange promises no time of arrival: 0. */
const always = { busy: false, resetAddressStatus: false, estimatedArrivalTime: 0 };

function waysOf(incoming: readonly InChain[], outgoing: readonly OutChain[]) {
  const chains = [...new Set([...incoming, ...outgoing].map(({ chain }) => chain))];
  return chains.map((chain) => {
    const way = incoming.find((one) => one.chain === chain);
    const out = outgoing.find((one) => one.chain === chain);
    const name = (way ?? out)?.name ?? chain;
    const texts = {
      depositDesc: '',
      withdrawDesc: '',
      specialTips: '',
      specialWithdrawTips: '',
      addressRegex: '',
      memoRegex: '',
      contractAddressUrl: '',
    };
    return { network: chain, name, ...depositFields(way), ...withdrawalFields(out), ...texts, ...always };
  });
}

function depositFields(way: InChain | undefined) {
  const { minDeposit = '0', confirmations = 0, contract = '' } = way ?? {};
  return {
    depositEnable: way !== undefined,
    depositDust: padded(minDeposit),
    minConfirm: confirmations,
    unLockConfirm: confirmations,
    contractAddress: contract,
  };
}

function withdrawalFields(way: OutChain | undefined) {
  const { fee = '0', min = '0', max = '0', precision = 0, memo = false } = way ?? {};
  return {
    withdrawEnable: way !== undefined,
    withdrawFee: padded(fee),
    withdrawMin: padded(min),
    withdrawInternalMin: padded(min),
    withdrawMax: padded(max),
    withdrawIntegerMultiple: formatAmount(1, precision),
    sameAddress: memo,
    withdrawTag: memo,
  };
}
