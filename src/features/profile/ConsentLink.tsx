// For a recording of several people: creates and shows the link with which they can withdraw consent.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { useHref } from 'react-router-dom';
import { consentMessages } from '../../lib/messages/consents.ts';
import { failureText } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { type Shared, shareAddress } from '../../ui/shareAddress.ts';
import { type MadeLink, makeConsentLinkAtom } from './consentLink.ts';
import styles from './DetailsSheet.module.css';

const { link: words } = consentMessages;

export function ConsentLink({ recordingId }: { recordingId: string }) {
  const make = useSetAtom(makeConsentLinkAtom);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [busy, setBusy] = useState(false);
  const [shared, setShared] = useState<Shared | null>(null);
  const path = useHref(paths.consent());
  const show = async () => {
    setBusy(true);
    setMade(await make(recordingId));
    setBusy(false);
  };
  const token = made !== null && 'token' in made ? made.token : null;
  const address = `${location.origin}${path}#${token ?? ''}`;
  return (
    <section className={styles.consent} aria-labelledby="consent-link">
      <h3 id="consent-link">{words.title}</h3>
      <p className={styles.hint}>{words.text}</p>
      {made !== null && 'failure' in made && <Notice kind="bad">{failureText(made.failure)}</Notice>}
      {token === null ? (
        <>
          <OfflineNote />
          <Button needsServer busy={busy} onClick={() => void show()}>
            {words.make}
          </Button>
        </>
      ) : (
        <>
          <Field
            label={words.label}
            hint={words.careful}
            value={address}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            onClick={async () => {
              setShared(await shareAddress(address, consentMessages.page.title));
            }}
          >
            {words.share}
          </Button>
          {shared === 'failed' && <Notice kind="bad">{words.shareFailed}</Notice>}
          {shared === 'copied' && <Notice kind="good">{words.copied}</Notice>}
        </>
      )}
    </section>
  );
}
