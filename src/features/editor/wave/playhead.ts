// The line that shows where playing is: a slider for keyboard and screen reader.
import { speakDuration } from '../../../lib/format.ts';
import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill, messages } from '../../../lib/messages.ts';
import { layerElement } from './layerElement.ts';
import { clamp, type WaveScale } from './waveScale.ts';

export interface Playhead {
  /** Seconds; null hides the line. */
  set(seconds: number | null): void;
  layout(): void;
}

/** Arrow keys move by a second, with Shift by a tenth; the page keys by five (seconds). */
const KEY_STEP = 1;
const FINE_KEY_STEP = 0.1;
const PAGE_STEP = 5;

/** Null for a key that does not move it. */
function keyTarget(event: KeyboardEvent, here: number, duration: number): number | null {
  const step = event.shiftKey ? FINE_KEY_STEP : KEY_STEP;
  const targets: Record<string, number> = {
    ArrowLeft: here - step,
    ArrowRight: here + step,
    PageUp: here + PAGE_STEP,
    PageDown: here - PAGE_STEP,
    Home: 0,
    End: duration,
  };
  const to = targets[event.key];
  return to === undefined ? null : clamp(to, 0, duration);
}

export function createPlayhead(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
  onSeek: (seconds: number) => void,
): Playhead {
  const line = layerElement('playhead');
  line.tabIndex = 0;
  line.setAttribute('role', 'slider');
  line.setAttribute('aria-label', studioMessages.studio.position);
  line.setAttribute('aria-valuemin', '0');
  line.setAttribute('aria-valuemax', duration.toFixed(1));
  layer.append(line);
  let shown: number | null = null;

  line.addEventListener('keydown', (event) => {
    const to = keyTarget(event, shown ?? 0, duration);
    if (to === null) return;
    event.preventDefault();
    onSeek(to);
  });

  const layout = () => {
    if (shown !== null) line.style.transform = `translateX(${scale.x(shown)}px)`;
    line.hidden = shown === null;
  };
  const describe = (whole: number) => {
    // Once a second: this is called for every frame.
    if (line.getAttribute('aria-valuenow') === String(whole)) return;
    const [elapsed, total] = [speakDuration(whole), speakDuration(duration)];
    line.setAttribute('aria-valuenow', String(whole));
    line.setAttribute('aria-valuetext', fill(messages.player.positionValue, { elapsed, total }));
  };

  return {
    set(seconds) {
      shown = seconds;
      describe(Math.floor(seconds ?? 0));
      layout();
    },
    layout,
  };
}
