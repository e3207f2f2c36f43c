import { calls } from '@fft/contract';
import { useQuery } from '@tanstack/react-query';
import { firstPaint } from '../../lib/first-paint.ts';
import { config } from '../../brand.ts';

/** Page with the demo's mails. */
export const demoMailboxPath = `${config.host}/demo/mailbox`;

/** True if this server is a demo. False until it is known. */
export function useDemo(): boolean {
  const { data } = useQuery({
    queryKey: ['demo'],
    queryFn: async () => {
      await firstPaint;
      const response = await fetch(config.host + calls.demo.market.path, { credentials: 'omit' });
      // Read to its end, so that its connection is free again.
      await response.text();
      return response.status === 200 && response.headers.get('content-type')?.includes('json') === true;
    },
    staleTime: Infinity,
    retry: false,
  });
  return data ?? false;
}
