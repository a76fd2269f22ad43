// The demo of the whole process: record, edit, details, pending; without microphone and upload.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { GENDERS } from '../../../api/contract/categories.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { ChoiceTiles } from '../../ui/ChoiceTiles.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DemoRecorder, type DemoStageProps } from './DemoRecorder.tsx';
import styles from './demo.module.css';
import { type DemoSound, TONE_SECONDS, useDemoSound } from './demoSound.ts';
import { ListenButton } from './ListenButton.tsx';
import { keepPendingAtom } from './pending.ts';
import { TagChips } from './TagChips.tsx';

/** Delay from a finished recording to the editor. */
const TO_EDIT_MS = 1000;

type Step =
  | { name: 'record' }
  | { name: 'edit' }
  | { name: 'details'; file: Blob }
  | { name: 'pending'; title: string };

interface DemoWorkflowProps {
  /** Renders the editor. */
  editor: (sound: DemoSound, onEdited: (file: Blob) => void) => ReactNode;
  /** Renders the recorder's button and timer. */
  recordStage: (given: DemoStageProps) => ReactNode;
}

export function DemoWorkflow({ editor, recordStage }: DemoWorkflowProps) {
  const sample = useDemoSound(TONE_SECONDS.workflow);
  const [step, setStep] = useState<Step>({ name: 'record' });
  const [isComplete, setComplete] = useState(false);
  const keepPending = useSetAtom(keepPendingAtom);
  const toEdit = useCallback(() => {
    setComplete(false);
    setStep({ name: 'edit' });
  }, []);
  const complete = useCallback(() => setComplete(true), []);
  const edited = useCallback((file: Blob) => setStep({ name: 'details', file }), []);
  // Each step starts at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is when to go there
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [step.name]);
  useEffect(() => {
    if (!isComplete) return;
    const timer = setTimeout(toEdit, TO_EDIT_MS);
    return () => clearTimeout(timer);
  }, [isComplete, toEdit]);
  switch (step.name) {
    case 'record':
      return (
        <DemoRecorder
          stage={recordStage}
          onDone={complete}
          idle={
            <Button kind="bare" onClick={toEdit}>
              {words.skipToEdit}
            </Button>
          }
          done={<Button onClick={toEdit}>{words.skipToEdit}</Button>}
        />
      );
    case 'edit':
      return sample.status === 'ready' ? (
        editor(sample.sound, edited)
      ) : (
        <Spinner size={32} label={messages.shell.loading} />
      );
    case 'details':
      return (
        <DemoDetails
          file={step.file}
          onBack={toEdit}
          onPublish={(title) => {
            keepPending(title);
            setStep({ name: 'pending', title });
          }}
        />
      );
    case 'pending':
      return <DemoPendingNotice title={step.title} />;
  }
}

function DemoPendingNotice({ title }: { title: string }) {
  return (
    <StateCard title={words.checking} level={1} lang="de" text={words.pendingReason}>
      <p lang="en">{title.trim() || words.audio}</p>
      <p>{fill(words.reviewTakes, { time: words.estimate })}</p>
      <Link to={paths.home()} className={buttonClass('primary')}>
        {words.understood}
      </Link>
      <Link to="/privacy" className={buttonClass()}>
        {words.why}
      </Link>
    </StateCard>
  );
}

const MAX_TAGS = 5;

interface DemoDetailsProps {
  file: Blob;
  onBack: () => void;
  onPublish: (title: string) => void;
}

function DemoDetails({ file, onBack, onPublish }: DemoDetailsProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [gender, setGender] = useState<(typeof GENDERS)[number]>('Diverse');
  const [tags, setTags] = useState<string[]>([]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onPublish(title);
      }}
    >
      <h1 className={styles.title}>{words.almostThere}</h1>
      <div className={styles.ways}>
        <ListenButton file={file} />
      </div>
      <Field
        label={studioMessages.studio.titleLabel}
        name="title"
        maxLength={85}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label={studioMessages.studio.descriptionLabel}
        name="description"
        maxLength={1000}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <fieldset className={styles.group}>
        <legend>{studioMessages.studio.whoLabel}</legend>
        <ChoiceTiles
          name="performer"
          choices={GENDERS.map((value) => ({ value, label: studioMessages.studio.who[value] }))}
          value={gender}
          onChange={setGender}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{fill(words.atMostTags, { count: MAX_TAGS })}</legend>
        <TagChips tags={tags} max={MAX_TAGS} onChange={setTags} />
      </fieldset>
      <div className={styles.last}>
        <Button onClick={onBack}>{words.back}</Button>
        <Button type="submit" kind="primary" disabled={title.trim() === ''}>
          {shareMessages.share.publish}
        </Button>
      </div>
    </form>
  );
}
