// @vitest-environment happy-dom
import { Code } from '@fft/contract';
import { setLang } from '@fft/kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reachability } from '../../../api/index.ts';
import { session } from '../../../features/session/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { blankForm } from '../form/order-form.ts';
import { sampleMarket } from '../form/sample-market.ts';
import { SendButton } from '../form/SendButton.tsx';
import { useSendOrder } from './use-send-order.ts';

// Node's own storage hides the DOM's, and the session is read when its module loads.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
});

let isAway = true;
vi.stubGlobal('fetch', () =>
  isAway
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve(Response.json({ code: Code.insufficientBalance, message: 'Balance low', data: null })),
);

const refused = vi.fn<() => void>();

function Form() {
  const { phase, send, check } = useSendOrder({ onAnswered: () => undefined, onRefused: refused });
  const input = { clientOrderId: 'w-1', symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '10' } as const;
  return (
    <SendButton
      market={sampleMarket}
      form={blankForm}
      phase={phase}
      onPress={phase === 'unknown' ? check : () => send(input)}
    />
  );
}

beforeEach(() => {
  isAway = true;
  refused.mockClear();
  session.open('anna');
});
afterEach(() => {
  cleanup();
  session.close();
});

test.each(['zh', 'en'] as const)(
  'in %s a lost order is said to be so until it is known, and is looked up by itself',
  async (lang) => {
    setLang(lang);
    const t = tradeTexts[lang];
    render(<Form />);
    fireEvent.click(screen.getByRole('button', { name: t.buyCoin('BTC') }));
    expect(await screen.findByText(t.outcomeUnknown)).toBeTruthy();
    // Asked again while the server is away, it stays.
    fireEvent.click(screen.getByRole('button', { name: t.checkOutcome }));
    expect(await screen.findByText(t.outcomeUnknown)).toBeTruthy();
    expect(refused).not.toHaveBeenCalled();

    isAway = false;
    reachability.set({ reachable: true, latencyMs: 1 });
    await vi.waitFor(() => expect(screen.queryByText(t.outcomeUnknown)).toBeNull());
    expect(refused).toHaveBeenCalledOnce();
  },
);
