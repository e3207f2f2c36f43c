import { consoleCalls, pauseDirections, type PausableNetwork } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useAct, useCall, useMay, useNetworkTitle, NetworkTitle } from '../../api/index.ts';
import { Button, Callout, DataTable, Dialog, Tag } from '../../ui/index.ts';
import { networkTexts } from '../../i18n/networks.ts';
import styles from './Treasury.module.css';

type Direction = (typeof pauseDirections)[number];
interface Chosen {
  readonly network: PausableNetwork;
  readonly direction: Direction;
}

/** Deposits and withdrawals of each network and coin, which an operator can pause. */
export function Networks() {
  const t = useTexts(networkTexts);
  const may = useMay();
  const nameOf = useNames();
  const query = useCall(consoleCalls.networks.list, {}, { refetchIntervalMs: 5_000 });
  const all = query.data?.networks ?? [];
  /** True for a coin whose whole network is paused. */
  const isWithNetwork = ({ chain, coin }: PausableNetwork, direction: Direction): boolean =>
    coin !== null && all.some((one) => one.chain === chain && one.coin === null && one[direction]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <p className={styles.note}>{t.intro}</p>
      <DataTable
        label={t.title}
        list={listFromQuery(query, ({ networks }) => networks)}
        keyOf={({ chain, coin }) => `${chain} ${coin ?? ''}`}
        empty={t.none}
        columns={[
          {
            key: 'network',
            label: t.network,
            render: ({ chain }) => <NetworkTitle of={chain} withCode />,
            tight: true,
          },
          {
            key: 'coin',
            label: t.coin,
            render: ({ coin }) => <strong>{coin ?? t.all}</strong>,
            tight: true,
          },
          ...pauseDirections.map((direction) => ({
            key: direction,
            label: t.directions[direction],
            render: (network: PausableNetwork) => (
              <span className={styles.pausable}>
                <State paused={network[direction]} withNetwork={isWithNetwork(network, direction)} />
                {may('networks.pause') && (
                  <Button
                    variant="secondary"
                    aria-label={(network[direction] ? t.resumeOf : t.pauseOf)(t.directions[direction], nameOf(network))}
                    onClick={() => setChosen({ network, direction })}
                  >
                    {network[direction] ? t.resume : t.pause}
                  </Button>
                )}
              </span>
            ),
          })),
        ]}
      />
      {chosen && <Confirm {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function State({ paused, withNetwork }: { readonly paused: boolean; readonly withNetwork: boolean }) {
  const t = useTexts(networkTexts);
  if (paused) return <Tag tone="danger">{t.paused}</Tag>;
  return withNetwork ? <Tag tone="warn">{t.withNetwork}</Tag> : <Tag tone="good">{t.open}</Tag>;
}

/** Names what can be paused. */
function useNames(): (network: PausableNetwork) => string {
  const { all } = useTexts(networkTexts);
  const titleOf = useNetworkTitle();
  return ({ chain, coin }) => `${coin ?? all} · ${titleOf(chain)}`;
}

function Confirm({ network, direction, onClose }: Chosen & { readonly onClose: () => void }) {
  const t = useTexts(networkTexts);
  const isPaused = network[direction];
  const successMessage = isPaused ? t.wasResumed : t.wasPaused;
  const change = useAct(consoleCalls.networks.pause, { successMessage, onDone: onClose });
  const what = useNames()(network);
  const { chain, coin } = network;
  return (
    <Dialog
      title={(isPaused ? t.resumeOf : t.pauseOf)(t.directions[direction], what)}
      onClose={onClose}
      confirm={{
        label: isPaused ? t.resume : t.pause,
        busy: change.busy,
        onPress: () => change.run({ chain, ...(coin !== null && { coin }), direction, paused: !isPaused }),
      }}
    >
      <Callout tone={isPaused ? 'info' : 'warn'}>
        {(isPaused ? t.resumeText : t.pauseText)(t.directions[direction], what)}
      </Callout>
    </Dialog>
  );
}
