// One drag on the waveform: of a handle, an area, the playhead or a new area. Previews until it ends or is cancelled. A
// press without movement is a tap. Near the sides the waveform scrolls along.
import { createScope, type Scope } from '../../../lib/scope.ts';
import type { Loupe } from './loupe.ts';
import type { WaveView } from './waveView.ts';

export interface DragTask {
  /** Previews a movement by `seconds`; returns the time for the loupe. */
  move(seconds: number): number;
  end(): void;
  cancel(): void;
  /** Released without movement. */
  tap(clientX: number): void;
}

interface WaveDrag {
  readonly active: boolean;
  /** A press during a drag cancels the drag. */
  begin(event: PointerEvent, task: DragTask): void;
  /** Cancels the current drag. */
  cancel(): void;
}

interface Gesture {
  task: DragTask;
  pointerId: number;
  startX: number;
  startLeft: number;
  clientX: number;
  dragging: boolean;
  scroll: EdgeScroll;
  release: Scope;
}

/** Movement that turns a press into a drag, CSS pixels. */
const DRAG_FROM = 4;

export function createWaveDrag(view: WaveView, loupe: Loupe): WaveDrag {
  let gesture: Gesture | null = null;

  const show = () => {
    if (!gesture) return;
    const pixels = gesture.clientX - gesture.startX + view.left() - gesture.startLeft;
    loupe.show(gesture.task.move(pixels / view.pixelsPerSecond()), gesture.clientX);
  };
  const end = () => {
    const ended = gesture;
    gesture = null;
    ended?.release.close();
    loupe.hide();
    return ended;
  };
  const cancel = () => {
    const ended = end();
    if (ended?.dragging) ended.task.cancel();
  };
  const follow = ({ pointerId, clientX }: PointerEvent) => {
    if (!gesture || pointerId !== gesture.pointerId) return;
    gesture.clientX = clientX;
    if (!gesture.dragging && Math.abs(clientX - gesture.startX) < DRAG_FROM) return;
    gesture.dragging = true;
    gesture.scroll.follow(clientX);
    show();
  };
  const finish = (event: PointerEvent) => {
    if (event.pointerId !== gesture?.pointerId) return;
    const ended = end();
    if (ended?.dragging) ended.task.end();
    else ended?.task.tap(event.clientX);
  };
  const listen = (release: Scope) => {
    release.listen(window, 'pointermove', (event) => follow(event as PointerEvent));
    release.listen(window, 'pointerup', (event) => finish(event as PointerEvent));
    release.listen(window, 'pointercancel', (event) => {
      if ((event as PointerEvent).pointerId === gesture?.pointerId) cancel();
    });
    release.listen(window, 'blur', cancel);
    release.listen(window, 'keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') cancel();
    });
    // A second finger starts another gesture.
    release.listen(window, 'pointerdown', (event) => {
      if ((event as PointerEvent).pointerId !== gesture?.pointerId) cancel();
    });
  };

  return {
    get active() {
      return gesture !== null;
    },
    begin(event, task) {
      if (event.button !== 0) return;
      event.stopPropagation();
      if (gesture) return cancel();
      const release = createScope();
      const scroll = createEdgeScroll(view, event.clientX, show);
      release.add(() => scroll.stop());
      gesture = {
        task,
        pointerId: event.pointerId,
        startX: event.clientX,
        startLeft: view.left(),
        clientX: event.clientX,
        dragging: false,
        scroll,
        release,
      };
      capture(event);
      listen(release);
    },
    cancel,
  };
}

/** Captures the pointer, if it still exists. */
function capture(event: PointerEvent): void {
  try {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  } catch {
    // Already released; `pointerup` follows.
  }
}

interface EdgeScroll {
  /** The finger is at this viewport coordinate. */
  follow(clientX: number): void;
  stop(): void;
}

/** CSS pixels from either side of the box. */
const ZONE = 32;
/** Movement back by this much reverses the direction, CSS pixels; ignores a trembling finger. */
const TURN = 6;
/**
 * CSS pixels per second at the inner end of the zone and at the side itself. A thumb stops about a quarter of a second
 * after the eye: at the side that is 60 pixels further, 20 in the middle of the zone.
 */
const SLOWEST = 30;
const FASTEST = 240;
/** Longest time step, seconds, so that the waveform does not jump after a stall. */
const LONGEST_FRAME = 0.05;

/** `startX`: where the finger went down. `onScrolled` is called after each step. */
function createEdgeScroll(view: WaveView, startX: number, onScrolled: () => void): EdgeScroll {
  const { left, right } = view.box.getBoundingClientRect();
  let [at, furthest, heading] = [startX, startX, 0];
  let frame = 0;
  let before = performance.now();

  const speed = () => {
    const depth = heading < 0 ? left + ZONE - at : at - (right - ZONE);
    if (heading === 0 || depth <= 0) return 0;
    return heading * (SLOWEST + (FASTEST - SLOWEST) * Math.min(1, depth / ZONE) ** 2);
  };
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000);
    before = now;
    const by = speed() * seconds;
    if (by === 0) return;
    const from = view.left();
    view.scrollTo(from + by);
    if (view.left() !== from) onScrolled();
  };
  frame = requestAnimationFrame(step);

  return {
    follow(clientX) {
      at = clientX;
      if (heading === 0) heading = Math.sign(clientX - startX);
      if ((clientX - furthest) * heading >= 0) furthest = clientX;
      else if (Math.abs(clientX - furthest) > TURN) [heading, furthest] = [-heading, clientX];
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
