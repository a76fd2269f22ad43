// The playhead line: a slider for keyboard and screen reader, with a knob below the waveform to drag.
import { editorMessages } from '../../../lib/messages/editor.ts';
import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill } from '../../../lib/messages.ts';
import { speakTime } from '../times.ts';
import { keyTarget } from './keySteps.ts';
import { layerElement } from './layerElement.ts';
import styles from './wave.module.css';
import { clamp, type WaveScale } from './waveScale.ts';

export interface Playhead {
  set(seconds: number): void;
  layout(): void;
}

export interface PlayheadEvents {
  /** Current position, seconds, even before it is rendered. */
  position: () => number;
  onSeek: (seconds: number) => void;
  onDown: (event: PointerEvent) => void;
}

export function createPlayhead(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
  { position, onSeek, onDown }: PlayheadEvents,
): Playhead {
  const line = layerElement(styles.playhead);
  const knob = layerElement(styles.knob);
  knob.tabIndex = 0;
  knob.setAttribute('role', 'slider');
  knob.setAttribute('aria-label', studioMessages.studio.position);
  knob.setAttribute('aria-valuemin', '0');
  knob.setAttribute('aria-valuemax', duration.toFixed(1));
  line.append(knob);
  layer.append(line);
  let shown = 0;

  knob.addEventListener('pointerdown', onDown);
  knob.addEventListener('keydown', (event) => {
    const to = keyTarget(event, position(), duration);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(clamp(to, 0, duration));
  });

  const layout = () => {
    line.style.transform = `translateX(${scale.x(shown)}px)`;
  };
  const describe = () => {
    // Called every frame; updates at most ten times a second.
    const now = shown.toFixed(1);
    if (knob.getAttribute('aria-valuenow') === now) return;
    const [elapsed, total] = [speakTime(Math.floor(shown)), speakTime(Math.round(duration))];
    knob.setAttribute('aria-valuenow', now);
    knob.setAttribute('aria-valuetext', fill(editorMessages.positionValue, { elapsed, total }));
  };

  return {
    set(seconds) {
      shown = seconds;
      describe();
      layout();
    },
    layout,
  };
}
