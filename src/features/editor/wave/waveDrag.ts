// One drag on the waveform: of a handle, an area, the playhead or a new area. It previews while it goes on and ends or
// is cancelled once. A press that never moves is a tap.
import { createScope, type Scope } from '../../../lib/scope.ts';
import { createEdgeScroll, type EdgeScroll } from './edgeScroll.ts';
import type { Loupe } from './loupe.ts';
import type { WaveView } from './waveView.ts';

export interface DragTask {
  /** Shows what a movement by so many seconds does; answers the time the loupe shows. */
  move(seconds: number): number;
  end(): void;
  cancel(): void;
  /** Let go without having moved. */
  tap(clientX: number): void;
}

export interface WaveDrag {
  readonly active: boolean;
  /** A press during a drag cancels that one. */
  begin(event: PointerEvent, task: DragTask): void;
  /** Cancels what goes on. */
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
    // A second finger means something else was wanted.
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

/** Keeps the pointer's events coming when it leaves the element; one that is already gone has nothing to keep. */
function capture(event: PointerEvent): void {
  try {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  } catch {
    // The pointer was lifted in between: `pointerup` follows.
  }
}
