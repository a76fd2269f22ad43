// Schedules animation frames up to a maximum rate; none while the page is hidden.

/** One frame of a 60 Hz screen, milliseconds. Requesting a frame without drawing costs a full rendering pass. */
const SCREEN_FRAME = 17;
/** Tolerance for frames that come early, milliseconds. */
const EARLY = SCREEN_FRAME / 4;

export interface FramePace {
  /** Draws in the next frame, or in the next due frame. */
  ask(): void;
  /** Stops drawing until the next call; the frame after it does not count as early. */
  stop(): void;
}

export interface PaceOptions {
  /** Upper limit; read again for every frame. */
  framesPerSecond(): number;
  /** True: in the page's own frames, with the screen. False: when due, outside the page's rendering. */
  isOnPage: boolean;
}

/**
 * `draw` receives the time and the seconds since the previous frame, null for the first one and after a pause, and
 * answers whether there is more to draw.
 */
export function createFramePace(
  draw: (now: number, seconds: number | null) => boolean,
  { framesPerSecond, isOnPage }: PaceOptions,
): FramePace {
  let frame = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** After a pause the first frame may carry the time of the screen's last one, and does not count as early. */
  let isDue = false;
  let before = 0;

  /** Least milliseconds between two frames. */
  const distance = () => 1000 / framesPerSecond() - (isOnPage ? EARLY : 0);

  const onFrame = (now: number) => {
    frame = 0;
    const early = before + distance() - now;
    if (early > 0 && !isDue) return askIn(early);
    isDue = false;
    const seconds = before === 0 ? null : (now - before) / 1000;
    before = now;
    if (!draw(now, seconds)) before = 0;
    // Outside the page the next frame is due this long after the start of this one; in the page the screen's own rate
    // adds to it.
    else askIn(isOnPage ? distance() : Math.max(0, now + distance() - performance.now()));
  };
  const ask = () => {
    if (frame !== 0 || pause !== undefined || document.hidden) return;
    if (isOnPage) frame = requestAnimationFrame(onFrame);
    else askIn(0);
  };
  /** The first frame after this many milliseconds. */
  const askIn = (milliseconds: number) => {
    if (isOnPage && milliseconds <= SCREEN_FRAME) ask();
    else
      pause = setTimeout(() => {
        pause = undefined;
        isDue = true;
        if (isOnPage) ask();
        else if (!document.hidden) onFrame(performance.now());
      }, milliseconds);
  };
  return {
    ask,
    stop() {
      clearTimeout(pause);
      pause = undefined;
      cancelAnimationFrame(frame);
      frame = 0;
      before = 0;
    },
  };
}
