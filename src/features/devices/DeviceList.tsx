// The user's signed-in devices; all but this one can be signed out here.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { DeviceView } from '../../../api/contract/sessions.ts';
import { deviceMessages } from '../../lib/messages/devices.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { devicesAtom, endDeviceAtom, retryDevicesAtom } from './atoms.ts';
import styles from './devices.module.css';

const { devices: words } = deviceMessages;

type Outcome = { kind: 'good' | 'bad'; text: string };

export function DeviceList() {
  const state = useAtomValue(devicesAtom);
  const retry = useSetAtom(retryDevicesAtom);
  const end = useSetAtom(endDeviceAtom);
  const [busy, setBusy] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const finish = async (id: string, done: string) => {
    setBusy(id);
    setOutcome(null);
    const code = await end(id);
    setBusy(null);
    setOutcome(
      code === null
        ? { kind: 'good', text: done }
        : { kind: 'bad', text: fill(words.failed, { reason: failureText(code) }) },
    );
  };
  if (state.status === 'visitor') return null;
  if (state.status === 'loading') return <RingSkeleton height="160px" shape="block" />;
  if (state.status === 'failed') {
    return (
      <Notice
        kind="warn"
        action={
          <Button kind="bare" busy={state.retrying} onClick={() => void retry()}>
            {messages.shell.retry}
          </Button>
        }
      >
        {words.loadFailed}
      </Notice>
    );
  }
  const others = state.rows.filter(({ isThis }) => !isThis);
  return (
    <section className={styles.group}>
      <ul className={styles.list} aria-label={words.title}>
        {state.rows.map((device) => (
          <Row
            key={device.id}
            device={device}
            busy={busy === device.id}
            onEnd={() => void finish(device.id, fill(words.ended, { name: deviceName(device) }))}
          />
        ))}
      </ul>
      {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      {others.length > 1 && (
        <Button
          kind="danger"
          needsServer
          busy={busy === 'others'}
          onClick={() => void finish('others', words.endedOthers)}
        >
          {words.endOthers}
        </Button>
      )}
    </section>
  );
}

function Row({ device, busy, onEnd }: { device: DeviceView; busy: boolean; onEnd: () => void }) {
  const name = deviceName(device);
  const now = Date.now();
  return (
    <li className={styles.device} data-device={device.id}>
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {device.isThis && <span className={styles.this}>{words.isThis}</span>}
        </p>
        <p className={styles.quiet}>
          {device.isThis
            ? words.seenNow
            : fill(words.seen, { time: relativeTime(device.lastSeenAt, now).toLowerCase() })}
          {' · '}
          {fill(words.since, { time: relativeTime(device.createdAt, now).toLowerCase() })}
        </p>
      </div>
      {!device.isThis && (
        <Button needsServer busy={busy} aria-label={fill(words.endName, { name })} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

/** Name of a device: its browser and system, where known. */
function deviceName({ browser, system }: Pick<DeviceView, 'browser' | 'system'>): string {
  const browserName = browser === null ? words.unknown : words.browsers[browser];
  return system === null
    ? browserName
    : fill(words.name, { browser: browserName, system: words.systems[system] });
}
