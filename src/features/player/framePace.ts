// Schedules animation frames up to a maximum rate; none while the page is hidden.

/** One frame of a 60 Hz screen, milliseconds. Requesting a frame without drawing costs a full rendering pass. */
const SCREEN_FRAME = 17;
/** Tolerance for frames that come early, milliseconds. */
const EARLY = SCREEN_FRAME / 4;

export interface FramePace {
  /** Draws with the next frame, or with the next one that is due. */
  ask(): void;
  /** Nothing is drawn until the next call; the frame after it is not early. */
  stop(): void;
}

export interface PaceOptions {
  /** Upper limit; read anew for every frame. */
  framesPerSecond(): number;
  /** Frames are the page's own, with the screen's; otherwise they are drawn when they are due, beside the page. */
  isOnPage: boolean;
}

/**
 * `draw` hears the time and the seconds since the frame before, null for the first one and after a rest, and answers
 * whether there is more to draw.
 */
export function createFramePace(
  draw: (now: number, seconds: number | null) => boolean,
  { framesPerSecond, isOnPage }: PaceOptions,
): FramePace {
  let frame = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** The pause is over: the frame that comes may bear the time of the screen's last one, and is not early. */
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
    // Beside the page the next one is due that long after this one began, on it the screen's own pace comes on top.
    else askIn(isOnPage ? distance() : Math.max(0, now + distance() - performance.now()));
  };
  const ask = () => {
    if (frame !== 0 || pause !== undefined || document.hidden) return;
    if (isOnPage) frame = requestAnimationFrame(onFrame);
    else askIn(0);
  };
  /** The first frame after so many milliseconds. */
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
