// Kept areas over the waveform: shades what is left out, carries the handles, and turns fingers, mouse and keys into
// moves. Handles are 44 px wide over the full height; they stop at their neighbours while they are dragged.
import { formatDuration, speakDuration } from '../../../lib/format.ts';
import { fill, messages } from '../../../lib/messages.ts';
import { createScope, type Scope } from '../../../lib/scope.ts';
import { type Area, MIN_AREA_SECONDS, moveArea, moveEdge } from '../areas.ts';
import { areaLayerSheet } from './areaLayerStyle.ts';
import { WAVE_HEIGHT } from './drawTile.ts';
import type { WaveView } from './waveView.ts';

export interface AreaLayerEvents {
  /** A gesture is going on; nothing is final. */
  onPreview: (areas: Area[]) => void;
  /** A gesture or key ended: one step of undo. Null when the gesture was cancelled. */
  onCommit: (areas: Area[] | null) => void;
  onSelect: (id: string) => void;
  onSeek: (seconds: number) => void;
}

export interface AreaLayer {
  update(areas: Area[], selectedId: string | null): void;
  /** Seconds; null hides the line. */
  setPlayhead(seconds: number | null): void;
  destroy(): void;
}

const HANDLE = 44;
/** Movement that turns a press into a drag, CSS pixels. */
const DRAG_FROM = 4;
/** Near an edge of the box the wave scrolls under the finger. */
const SCROLL_ZONE = 32;
const SCROLL_STEP = 8;
/** Arrow keys move an edge by this, with Shift by ten times as much (seconds). */
const KEY_STEP = 0.1;

interface Gesture {
  pointerId: number;
  startX: number;
  startScroll: number;
  clientX: number;
  dragging: boolean;
  /** The list when the gesture began; every move is counted from it. */
  base: Area[];
  apply: (base: Area[], seconds: number) => Area[];
  label: (areas: Area[]) => number;
  release: Scope;
}

export function createAreaLayer(view: WaveView, duration: number, events: AreaLayerEvents): AreaLayer {
  const scope = createScope();
  const root = view.wrapper.getRootNode();
  if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets, areaLayerSheet()];
  const layer = document.createElement('div');
  layer.className = 'areas';
  layer.style.height = `${WAVE_HEIGHT}px`;
  view.wrapper.append(layer);
  scope.add(() => layer.remove());
  const playhead = element('div', 'playhead');
  playhead.tabIndex = 0;
  playhead.setAttribute('role', 'slider');
  playhead.setAttribute('aria-label', messages.studio.position);
  playhead.setAttribute('aria-valuemin', '0');
  playhead.setAttribute('aria-valuemax', duration.toFixed(1));
  const bubble = element('div', 'bubble');
  const parts = new Map<string, { body: HTMLElement; start: HTMLElement; end: HTMLElement }>();
  const shades: HTMLElement[] = [];
  let areas: Area[] = [];
  let selectedId: string | null = null;
  let gesture: Gesture | null = null;
  let playheadSeconds: number | null = null;
  layer.append(playhead);

  const x = (seconds: number) => seconds * view.pixelsPerSecond();
  const secondsAt = (clientX: number) => {
    const seconds = (clientX - view.wrapper.getBoundingClientRect().left) / view.pixelsPerSecond();
    return Math.min(duration, Math.max(0, seconds));
  };

  const place = (target: HTMLElement, left: number, width: number) => {
    target.style.transform = `translateX(${left}px)`;
    target.style.width = `${Math.max(0, width)}px`;
  };

  const layout = () => {
    const total = x(duration);
    let from = 0;
    const gaps: [number, number][] = [];
    for (const area of areas) {
      gaps.push([from, x(area.start)]);
      from = x(area.end);
    }
    gaps.push([from, total]);
    while (shades.length < gaps.length) {
      const shade = element('div', 'shade');
      shades.push(shade);
      layer.prepend(shade);
    }
    shades.forEach((shade, index) => {
      const [left, right] = gaps[index] ?? [0, 0];
      place(shade, left, right - left);
    });
    for (const area of areas) placeArea(area, total);
    if (playheadSeconds !== null) playhead.style.transform = `translateX(${x(playheadSeconds)}px)`;
    playhead.hidden = playheadSeconds === null;
  };

  const placeArea = (area: Area, total: number) => {
    const part = parts.get(area.id);
    if (!part) return;
    const [left, right] = [x(area.start), x(area.end)];
    place(part.body, left, right - left);
    part.body.classList.toggle('selected', area.id === selectedId);
    // Grips of a narrow area sit outside it, so that two fingers' width is always between them.
    const narrow = right - left < HANDLE * 2;
    const startAt = clamp(left - (narrow ? HANDLE : HANDLE / 2), 0, total - HANDLE);
    const endAt = clamp(right - (narrow ? 0 : HANDLE / 2), 0, total - HANDLE);
    place(part.start, startAt, HANDLE);
    place(part.end, endAt, HANDLE);
    part.start.style.setProperty('--grip', `${clamp(left - startAt, 6, HANDLE - 6)}px`);
    part.end.style.setProperty('--grip', `${clamp(right - endAt, 6, HANDLE - 6)}px`);
    describe(part.start, area.start, area.end - MIN_AREA_SECONDS);
    describe(part.end, area.end, duration);
  };

  const describe = (handle: HTMLElement, now: number, max: number) => {
    handle.setAttribute('aria-valuenow', now.toFixed(1));
    handle.setAttribute('aria-valuemax', max.toFixed(1));
    handle.setAttribute('aria-valuetext', fill(messages.studio.seconds, { n: now.toFixed(1) }));
  };

  const addParts = (area: Area) => {
    const body = element('div', 'area');
    const start = handleElement();
    const end = handleElement();
    start.classList.add('start');
    end.classList.add('end');
    layer.append(body, start, end);
    parts.set(area.id, { body, start, end });
    const dragEdge = (edge: 'start' | 'end') => (event: Event) => {
      begin(event as PointerEvent, {
        apply: (base, by) => moveEdge(base, area.id, edge, (find(base, area.id)?.[edge] ?? 0) + by, duration),
        label: (next) => find(next, area.id)?.[edge] ?? 0,
      });
    };
    start.addEventListener('pointerdown', dragEdge('start'));
    end.addEventListener('pointerdown', dragEdge('end'));
    start.addEventListener('keydown', (event) => nudge(event, area.id, 'start'));
    end.addEventListener('keydown', (event) => nudge(event, area.id, 'end'));
    start.addEventListener('focus', () => events.onSelect(area.id));
    end.addEventListener('focus', () => events.onSelect(area.id));
    body.addEventListener('pointerdown', (event) => {
      // Only a selected part of the whole moves, so that scrolling never drags an area along.
      if (area.id !== selectedId || isWhole(find(areas, area.id))) return;
      begin(event, {
        apply: (base, by) => moveArea(base, area.id, by, duration),
        label: (next) => find(next, area.id)?.start ?? 0,
      });
    });
  };

  const isWhole = (area: Area | undefined) => !area || area.end - area.start >= duration - 0.01;

  const nudge = (event: KeyboardEvent, id: string, edge: 'start' | 'end') => {
    const area = find(areas, id);
    if (!area) return;
    const step = event.shiftKey ? KEY_STEP * 10 : KEY_STEP;
    const targets: Record<string, number> = {
      ArrowLeft: area[edge] - step,
      ArrowDown: area[edge] - step,
      ArrowRight: area[edge] + step,
      ArrowUp: area[edge] + step,
      Home: 0,
      End: duration,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    events.onCommit(moveEdge(areas, id, edge, to, duration));
  };

  const begin = (event: PointerEvent, moves: Pick<Gesture, 'apply' | 'label'>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    if (gesture) return cancel();
    const target = event.currentTarget as HTMLElement;
    const release = createScope();
    gesture = {
      ...moves,
      base: areas,
      pointerId: event.pointerId,
      startX: event.clientX,
      startScroll: view.scrollLeft(),
      clientX: event.clientX,
      dragging: false,
      release,
    };
    target.setPointerCapture(event.pointerId);
    release.listen(target, 'pointermove', (move) => drag(move as PointerEvent));
    release.listen(target, 'pointerup', () => finish());
    release.listen(target, 'pointercancel', () => cancel());
    release.listen(window, 'keydown', (key) => {
      if ((key as KeyboardEvent).key === 'Escape') cancel();
    });
    // A second finger means something else was wanted.
    release.listen(window, 'pointerdown', (other) => {
      if ((other as PointerEvent).pointerId !== gesture?.pointerId) cancel();
    });
    const scrolling = setInterval(scrollAtEdge, 16);
    release.add(() => clearInterval(scrolling));
  };

  const moved = (current: Gesture) => {
    const pixels = current.clientX - current.startX + view.scrollLeft() - current.startScroll;
    return current.apply(current.base, pixels / view.pixelsPerSecond());
  };

  const drag = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return;
    gesture.clientX = event.clientX;
    if (!gesture.dragging && Math.abs(event.clientX - gesture.startX) < DRAG_FROM) return;
    gesture.dragging = true;
    show(gesture);
  };

  const show = (current: Gesture) => {
    const next = moved(current);
    const at = current.label(next);
    bubble.textContent = clock(at);
    bubble.style.transform = `translateX(calc(${clamp(x(at), view.scrollLeft() + 32, view.scrollLeft() + view.width() - 32)}px - 50%))`;
    if (!bubble.isConnected) layer.append(bubble);
    events.onPreview(next);
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

  const end = () => {
    const ended = gesture;
    gesture = null;
    ended?.release.close();
    bubble.remove();
    return ended;
  };
  const finish = () => {
    const next = gesture?.dragging ? moved(gesture) : null;
    const tapped = gesture && !gesture.dragging ? gesture.clientX : null;
    end();
    if (next) events.onCommit(next);
    else if (tapped !== null) events.onSeek(secondsAt(tapped));
  };
  const cancel = () => {
    if (end()?.dragging) events.onCommit(null);
  };

  // A tap moves the playhead and selects what is under it; mouse drags on the empty wave scroll, as fingers do.
  scope.listen(playhead, 'keydown', (event) => {
    const key = event as KeyboardEvent;
    const here = playheadSeconds ?? 0;
    const step = key.shiftKey ? 0.1 : 1;
    const targets: Record<string, number> = {
      ArrowLeft: here - step,
      ArrowRight: here + step,
      PageUp: here + 5,
      PageDown: here - 5,
      Home: 0,
      End: duration,
    };
    const to = targets[key.key];
    if (to === undefined) return;
    key.preventDefault();
    events.onSeek(clamp(to, 0, duration));
  });
  scope.listen(view.wrapper, 'pointerdown', (event) => {
    const down = event as PointerEvent;
    if (down.button !== 0 || gesture) return;
    const from = { x: down.clientX, y: down.clientY, scroll: view.scrollLeft() };
    let panned = false;
    const release = createScope();
    release.listen(window, 'pointermove', (event) => {
      const move = event as PointerEvent;
      if (move.pointerId !== down.pointerId) return;
      if (Math.hypot(move.clientX - from.x, move.clientY - from.y) > 8) panned = true;
      if (panned && down.pointerType === 'mouse') view.scrollTo(from.scroll - (move.clientX - from.x));
    });
    release.listen(window, 'pointercancel', () => release.close());
    release.listen(window, 'pointerup', (event) => {
      const up = event as PointerEvent;
      if (up.pointerId !== down.pointerId) return;
      release.close();
      if (panned || gesture) return;
      const seconds = secondsAt(up.clientX);
      events.onSeek(seconds);
      const under = areas.find((area) => area.start <= seconds && seconds <= area.end);
      if (under) events.onSelect(under.id);
    });
    scope.add(() => release.close());
  });

  view.onLayout(layout);

  return {
    update(next, selected) {
      areas = next;
      selectedId = selected;
      for (const [id, part] of parts) {
        if (find(areas, id)) continue;
        for (const node of Object.values(part)) node.remove();
        parts.delete(id);
      }
      areas.forEach((area, index) => {
        if (!parts.has(area.id)) addParts(area);
        const part = parts.get(area.id);
        part?.start.setAttribute('aria-label', fill(messages.studio.areaStart, { n: index + 1 }));
        part?.end.setAttribute('aria-label', fill(messages.studio.areaEnd, { n: index + 1 }));
      });
      layout();
    },
    setPlayhead(seconds) {
      playheadSeconds = seconds;
      const whole = Math.floor(seconds ?? 0);
      if (playhead.getAttribute('aria-valuenow') !== String(whole)) {
        playhead.setAttribute('aria-valuenow', String(whole));
        playhead.setAttribute(
          'aria-valuetext',
          fill(messages.player.positionValue, {
            elapsed: speakDuration(whole),
            total: speakDuration(duration),
          }),
        );
      }
      playhead.hidden = seconds === null;
      if (seconds !== null) playhead.style.transform = `translateX(${x(seconds)}px)`;
    },
    destroy() {
      end();
      scope.close();
    },
  };
}

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

function handleElement(): HTMLElement {
  const handle = element('div', 'handle');
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-valuemin', '0');
  return handle;
}

const find = (areas: readonly Area[], id: string) => areas.find((area) => area.id === id);
const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** `1:02.34`. */
function clock(seconds: number): string {
  const hundredths = Math.floor((seconds % 1) * 100);
  return `${formatDuration(seconds)}.${String(hundredths).padStart(2, '0')}`;
}
