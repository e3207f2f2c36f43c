import { consoleCalls } from '@fft/console-contract';
import { useCall } from '../../api/index.ts';

/** Mode, queue lengths and open alarms for the menu and the bell, polled every ten seconds. */
export function useStatus() {
  const { data } = useCall(consoleCalls.dashboard.read, { hours: 1 }, { refetchIntervalMs: 10_000 });
  return {
    mode: data?.mode ?? null,
    queues: data?.queues ?? null,
    alarms: data?.alarms.filter(({ until }) => until === null).length ?? 0,
  };
}
