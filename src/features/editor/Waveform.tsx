// Waveform, overview and zoom of one source.
import { useAtomValue, useSetAtom } from 'jotai';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { EditorSource } from './atoms.ts';
import styles from './editor.module.css';
import { Overview } from './Overview.tsx';
import { SnapSwitch } from './SnapSwitch.tsx';
import { Transport } from './Transport.tsx';
import { isToolWorkingAtom } from './tools/openTool.ts';
import { useDemo } from './useDemo.ts';
import { useWaveform } from './useWaveform.ts';
import {
  FIT_ZOOM,
  isWholeInViewAtom,
  nearestStop,
  shownZoomAtom,
  stepZoomAtom,
  ZOOM_STOPS,
  zoomAtom,
} from './zoom.ts';

export function Waveform({ source }: { source: EditorSource }) {
  const { box, view } = useWaveform(source);
  const isWorking = useAtomValue(isToolWorkingAtom);
  useDemo(source);
  return (
    <>
      <div className={styles.waveform}>
        <Overview source={source} view={view} />
        <div ref={box} className={styles.wave} data-testid="waveform" />
        <ZoomRow />
      </div>
      {!isWorking && <Transport duration={source.seconds} />}
    </>
  );
}

function ZoomRow() {
  const zoom = useAtomValue(shownZoomAtom);
  const isWhole = useAtomValue(isWholeInViewAtom);
  const setZoom = useSetAtom(zoomAtom);
  const step = useSetAtom(stepZoomAtom);
  const stop = isWhole ? 0 : nearestStop(zoom);
  return (
    <div className={styles.zoom}>
      <IconButton label={studioMessages.studio.zoomOut} disabled={isWhole} onClick={() => step(-1)}>
        <Icon name="minus" size={20} />
      </IconButton>
      <Slider
        label={studioMessages.studio.zoom}
        min={0}
        max={ZOOM_STOPS.length - 1}
        value={stop}
        valueText={
          isWhole
            ? editorMessages.wholeInView
            : fill(studioMessages.studio.zoomValue, { n: Math.max(1, Math.round(zoom)) })
        }
        onChange={(index) => setZoom(index === 0 ? FIT_ZOOM : (ZOOM_STOPS[index] ?? 1))}
      />
      <IconButton
        label={studioMessages.studio.zoomIn}
        disabled={zoom >= (ZOOM_STOPS.at(-1) ?? 0)}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={20} />
      </IconButton>
      <SnapSwitch />
    </div>
  );
}
