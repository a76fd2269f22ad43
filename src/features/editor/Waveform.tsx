// Waveform, overview and zoom of one source.
import { useAtom } from 'jotai';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { EditorSource } from './atoms.ts';
import styles from './editor.module.css';
import { Overview } from './Overview.tsx';
import { useDemo } from './useDemo.ts';
import { useWaveform } from './useWaveform.ts';
import { nearestStop, stepZoom, ZOOM_STOPS, zoomAtom } from './zoom.ts';

export function Waveform({ source }: { source: EditorSource }) {
  const { box, view } = useWaveform(source);
  const [zoom, setZoom] = useAtom(zoomAtom);
  useDemo(source);
  return (
    <div className={styles.waveform}>
      <Overview source={source} view={view} />
      <div ref={box} className={styles.wave} data-testid="waveform" />
      <div className={styles.zoom}>
        <IconButton label={studioMessages.studio.zoomOut} onClick={() => setZoom(stepZoom(zoom, -1))}>
          <Icon name="minus" size={20} />
        </IconButton>
        <Slider
          label={studioMessages.studio.zoom}
          min={0}
          max={ZOOM_STOPS.length - 1}
          value={nearestStop(zoom)}
          valueText={fill(studioMessages.studio.zoomValue, { n: Math.round(zoom) })}
          onChange={(index) => setZoom(ZOOM_STOPS[index] ?? 1)}
        />
        <IconButton label={studioMessages.studio.zoomIn} onClick={() => setZoom(stepZoom(zoom, 1))}>
          <Icon name="plus" size={20} />
        </IconButton>
      </div>
    </div>
  );
}
