// When the next frame is drawn: at most so many a second, none while the page is hidden.

/** Of a screen of 60, milliseconds. A frame that is asked for and not used costs its whole round. */
const SCREEN_FRAME = 17;

/** Least milliseconds between two frames; a screen's come a little early or late. */
const pauseOf = (framesPerSecond: number) => 1000 / framesPerSecond - SCREEN_FRAME / 4;

export interface FramePace {
  /** Draws with the screen's next frame, or with the next one that is due. */
  ask(): void;
  /** Nothing is drawn until the next call; the frame after it is not early. */
  stop(): void;
}

/**
 * `draw` hears the time and the seconds since the frame before, null for the first one and after a rest, and answers
 * whether there is more to draw. `framesPerSecond` is read anew for every frame.
 */
export function createFramePace(
  draw: (now: number, seconds: number | null) => boolean,
  framesPerSecond: () => number,
): FramePace {
  let frame = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** The pause is over: the frame that comes may bear the time of the screen's last one, and is not early. */
  let isDue = false;
  let before = 0;

  const onFrame = (now: number) => {
    frame = 0;
    const early = before + pauseOf(framesPerSecond()) - now;
    if (early > 0 && !isDue) return askIn(early);
    isDue = false;
    const seconds = before === 0 ? null : (now - before) / 1000;
    before = now;
    if (draw(now, seconds)) askIn(pauseOf(framesPerSecond()));
    else before = 0;
  };
  const ask = () => {
    if (frame === 0 && pause === undefined && !document.hidden) frame = requestAnimationFrame(onFrame);
  };
  /** The first frame after so many milliseconds. */
  const askIn = (milliseconds: number) => {
    if (milliseconds <= SCREEN_FRAME) ask();
    else
      pause = setTimeout(() => {
        pause = undefined;
        isDue = true;
        ask();
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
