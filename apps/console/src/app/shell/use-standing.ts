import { consoleCalls } from '@fft/console-contract';
import { useCall } from '../../api/index.ts';

/** How things stand, for the menu's figures and the bell; read every few seconds. */
export function useStanding() {
  const { data } = useCall(consoleCalls.dashboard.read, { hours: 1 }, { refetchIntervalMs: 10_000 });
  return {
    mode: data?.mode ?? null,
    queues: data?.queues ?? null,
    alarms: data?.alarms.filter(({ until }) => until === null).length ?? 0,
  };
}
