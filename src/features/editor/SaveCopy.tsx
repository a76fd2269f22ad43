// A short area as a WAV file of its own.
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { Area } from './areas.ts';
import { COPY_MAX_SECONDS, copyAreaAtom } from './exportTake.ts';

export function SaveCopy({ area }: { area: Area }) {
  const copy = useSetAtom(copyAreaAtom);
  const [failed, setFailed] = useState(false);
  if (area.end - area.start > COPY_MAX_SECONDS) return null;
  const save = async () => {
    try {
      const made = await copy(area.id);
      saveFile(made.file, made.name);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button kind="bare" icon={<Icon name="download" size={18} />} onClick={() => void save()}>
        {studioMessages.studio.saveCopy}
      </Button>
      {failed && <p role="alert">{studioMessages.studio.saveCopyFailed}</p>}
    </>
  );
}
