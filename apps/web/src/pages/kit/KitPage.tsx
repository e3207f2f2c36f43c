import { RefusedError } from '@fft/client';
import { useState } from 'react';
import {
  Button,
  Callout,
  Checkbox,
  Chip,
  CodeField,
  Empty,
  ErrorState,
  Field,
  Icon,
  Modal,
  PasswordField,
  ProgressRing,
  Segmented,
  Sheet,
  Skeleton,
  Stepper,
  SwitchRow,
  Tag,
  toast,
  UnderlineTabs,
} from '../../ui/kit/index.ts';
import { iconPaths, type IconName } from '@fft/kit';
import { Page } from '../../features/shell/index.ts';
import styles from './KitPage.module.css';

const iconNames = Object.keys(iconPaths) as IconName[];

/** All parts of the kit on one page. Development only. */
export function KitPage() {
  return (
    <Page title="Kit" back={{ fallback: '/' }}>
      <div className={styles.parts}>
        <Buttons />
        <Inputs />
        <Choices />
        <Notes />
        <Layers />
        <div className={styles.icons}>
          {iconNames.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} />
            </span>
          ))}
        </div>
      </div>
    </Page>
  );
}

function Buttons() {
  return (
    <section className={styles.grid}>
      <Button>Log in</Button>
      <Button busy>Sending</Button>
      <Button disabledReason="Enter the code first">Disabled</Button>
      <Button variant="buy">Buy BTC</Button>
      <Button variant="sell">Sell BTC</Button>
      <Button variant="secondary">Cancel</Button>
      <Button variant="outline" icon="fingerprint">
        Passkey
      </Button>
      <Button size="medium" icon="copy">
        Copy
      </Button>
      <Button size="small" variant="secondary">
        Cancel
      </Button>
      <Button variant="link">Text link</Button>
      <Button variant="danger">Delete</Button>
    </section>
  );
}

function Inputs() {
  const [email, setEmail] = useState('anna.novak@mail.example');
  const [code, setCode] = useState('482');
  const [price, setPrice] = useState('97,412.50');
  return (
    <section className={styles.list}>
      <Field
        label="E-mail"
        icon="mail"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        clear={{ label: 'Clear', onClear: () => setEmail('') }}
      />
      <PasswordField label="Password" autoComplete="current-password" defaultValue="twelve chars" />
      <Field label="Amount" defaultValue="12,600.00" suffix="USDT" error="Balance low" />
      <Field label="Fixed" value="Ethereum (ERC20)" readOnly suffix={<Icon name="lock" size={16} />} />
      <CodeField label="Code, 6 digits" value={code} onChange={setCode} />
      <Stepper label="Price (USDT)" value={price} onChange={setPrice} onStep={() => toast('One tick')} />
      <Stepper
        label="Amount (USDT)"
        value=""
        placeholder="0.00"
        onChange={() => undefined}
        error="Highest allowed: 102,283.12"
      />
    </section>
  );
}

function Choices() {
  const [time, setTime] = useState<'GTC' | 'IOC' | 'FOK'>('GTC');
  const [tab, setTab] = useState<'open' | 'trades' | 'about'>('open');
  const [on, setOn] = useState(true);
  return (
    <section className={styles.list}>
      <Segmented
        label="Time in force"
        value={time}
        onChange={setTime}
        options={(['GTC', 'IOC', 'FOK'] as const).map((value) => ({ value, label: value }))}
      />
      <SwitchRow
        label="Notifications"
        hint="Of deposits, and of orders that are filled"
        checked={on}
        onChange={setOn}
      />
      <div className={styles.row}>
        <Checkbox checked={on} onChange={setOn}>
          Hide small balances
        </Checkbox>
      </div>
      <div className={styles.row}>
        <Chip chosen>25%</Chip>
        <Chip>50%</Chip>
        <Chip opens>USDT</Chip>
        <Chip icon="calendar">1 – 20 Nov</Chip>
      </div>
      <div className={styles.row}>
        <Tag>Cancelled</Tag>
        <Tag tone="good">Completed</Tag>
        <Tag tone="warn">Under review</Tag>
        <Tag tone="danger">Not passed</Tag>
        <Tag tone="accent">Limit</Tag>
        <Tag tone="up">Limit · Buy</Tag>
        <ProgressRing percent={37} tone="up" label="Filled" />
      </div>
      <UnderlineTabs
        label="Lists"
        value={tab}
        onChange={setTab}
        aside="24h"
        tabs={[
          { value: 'open', label: 'Open orders' },
          { value: 'trades', label: 'Trades' },
          { value: 'about', label: 'About' },
        ]}
      >
        <p className={styles.panel}>{tab}</p>
      </UnderlineTabs>
    </section>
  );
}

function Notes() {
  return (
    <section className={styles.list}>
      <Callout tone="info">Only send USDT over this network.</Callout>
      <Callout tone="good">Check that the address bar says this.</Callout>
      <Callout tone="warn" title="Can’t reach the market" icon="offline" action={<Button size="small">Retry</Button>}>
        Prices from 14:31:20, 47 s old
      </Callout>
      <Callout tone="danger">This can’t be undone.</Callout>
      <Skeleton width="60%" />
      <Empty drawing="wallet" title="No withdrawal address yet" action={<Button size="medium">Add address</Button>}>
        A new address can be used after 24 hours.
      </Empty>
      <ErrorState
        onRetry={() => toast('Again')}
        error={new RefusedError(500, 'Internal error', { traceId: '7f3a-91c2' })}
      />
    </section>
  );
}

function Layers() {
  const [open, setOpen] = useState<'sheet' | 'modal' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <section className={styles.grid}>
      <Button variant="secondary" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button variant="secondary" onClick={() => setOpen('modal')}>
        Modal
      </Button>
      <Button variant="secondary" onClick={() => toast('Connection timed out, please check your network')}>
        Toast
      </Button>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="Confirm order"
        footer={<Button onClick={close}>Confirm</Button>}
      >
        <p className={styles.panel}>Content of the sheet.</p>
      </Sheet>
      <Modal
        open={open === 'modal'}
        title="Please ID Authentication"
        icon="identity"
        confirm={{ label: 'Verify', onPress: close }}
        cancel={{ label: 'Cancel', onPress: close }}
      >
        It takes about 3 minutes.
      </Modal>
    </section>
  );
}
