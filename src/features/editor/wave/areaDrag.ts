// One drag of a handle or an area: previews while it goes on, commits or cancels at its end, and shows the time in a
// bubble. A press that never moves is a tap.
import { formatDuration } from '../../../lib/format.ts';
import { createScope, type Scope } from '../../../lib/scope.ts';
import type { Area } from '../areas.ts';
import { layerElement } from './layerElement.ts';
import { clamp, type WaveScale } from './waveScale.ts';
import type { WaveView } from './waveView.ts';

export interface AreaDragEvents {
  /** A gesture is going on; nothing is final. */
  onPreview: (areas: Area[]) => void;
  /** A gesture ended: one step of undo. Null when it was cancelled. */
  onCommit: (areas: Area[] | null) => void;
  onTap: (clientX: number) => void;
}

/** What a drag does to the list. */
export interface AreaMove {
  apply: (base: Area[], seconds: number) => Area[];
  /** Seconds that the bubble shows. */
  label: (areas: Area[]) => number;
}

export interface AreaDrag {
  readonly active: boolean;
  /** Starts with the list as it is now; a press during a gesture cancels that one. */
  begin(event: PointerEvent, base: Area[], move: AreaMove): void;
  /** Ends without telling anybody. */
  drop(): void;
}

interface Gesture extends AreaMove {
  pointerId: number;
  startX: number;
  startScroll: number;
  clientX: number;
  dragging: boolean;
  /** The list when the gesture began; every move is counted from it. */
  base: Area[];
  release: Scope;
}

/** Movement that turns a press into a drag, CSS pixels. */
const DRAG_FROM = 4;
/** Near an edge of the box the wave scrolls under the finger. */
const SCROLL_ZONE = 32;
const SCROLL_STEP = 8;
const SCROLL_EVERY_MS = 16;
/** The bubble's middle stays this far inside the visible box, CSS pixels. */
const BUBBLE_MARGIN = 32;

export function createAreaDrag(
  view: WaveView,
  layer: HTMLElement,
  scale: WaveScale,
  events: AreaDragEvents,
): AreaDrag {
  const bubble = layerElement('bubble');
  let gesture: Gesture | null = null;

  const moved = (current: Gesture) => {
    const pixels = current.clientX - current.startX + view.scrollLeft() - current.startScroll;
    return current.apply(current.base, pixels / view.pixelsPerSecond());
  };

  const show = (current: Gesture) => {
    const next = moved(current);
    const at = current.label(next);
    const left = view.scrollLeft() + BUBBLE_MARGIN;
    const right = view.scrollLeft() + view.width() - BUBBLE_MARGIN;
    bubble.textContent = clock(at);
    bubble.style.transform = `translateX(calc(${clamp(scale.x(at), left, right)}px - 50%))`;
    if (!bubble.isConnected) layer.append(bubble);
    events.onPreview(next);
  };

  const end = () => {
    const ended = gesture;
    gesture = null;
    ended?.release.close();
    bubble.remove();
    return ended;
  };

  const follow = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return;
    gesture.clientX = event.clientX;
    if (!gesture.dragging && Math.abs(event.clientX - gesture.startX) < DRAG_FROM) return;
    gesture.dragging = true;
    show(gesture);
  };

  const scrollAtEdge = () => {
    if (!gesture?.dragging) return;
    const box = view.wrapper.parentElement?.getBoundingClientRect();
    if (!box) return;
    const direction =
      gesture.clientX < box.left + SCROLL_ZONE ? -1 : gesture.clientX > box.right - SCROLL_ZONE ? 1 : 0;
    if (direction === 0) return;
    const before = view.scrollLeft();
    view.scrollTo(before + direction * SCROLL_STEP);
    if (view.scrollLeft() !== before) show(gesture);
  };

  const finish = () => {
    const next = gesture?.dragging ? moved(gesture) : null;
    const ended = end();
    if (next) events.onCommit(next);
    else if (ended) events.onTap(ended.clientX);
  };

  const cancel = () => {
    if (end()?.dragging) events.onCommit(null);
  };

  const listen = (target: HTMLElement, release: Scope) => {
    release.listen(target, 'pointermove', (move) => follow(move as PointerEvent));
    release.listen(target, 'pointerup', finish);
    release.listen(target, 'pointercancel', cancel);
    release.listen(window, 'keydown', (key) => {
      if ((key as KeyboardEvent).key === 'Escape') cancel();
    });
    // A second finger means something else was wanted.
    release.listen(window, 'pointerdown', (other) => {
      if ((other as PointerEvent).pointerId !== gesture?.pointerId) cancel();
    });
    const scrolling = setInterval(scrollAtEdge, SCROLL_EVERY_MS);
    release.add(() => clearInterval(scrolling));
  };

  return {
    get active() {
      return gesture !== null;
    },
    begin(event, base, move) {
      if (event.button !== 0) return;
      event.stopPropagation();
      if (gesture) return cancel();
      const target = event.currentTarget as HTMLElement;
      const release = createScope();
      gesture = {
        ...move,
        base,
        pointerId: event.pointerId,
        startX: event.clientX,
        startScroll: view.scrollLeft(),
        clientX: event.clientX,
        dragging: false,
        release,
      };
      target.setPointerCapture(event.pointerId);
      listen(target, release);
    },
    drop: end,
  };
}

/** `1:02.34`. */
function clock(seconds: number): string {
  const hundredths = Math.floor((seconds % 1) * 100);
  return `${formatDuration(seconds)}.${String(hundredths).padStart(2, '0')}`;
}
