// While something plays, the line follows the sound, and the wave turns the page when the sound leaves it: unless a
// person has scrolled elsewhere, who is left there until the sound comes by.
import type { Audition } from '../../audio/audition.ts';
import type { AreaLayer } from './wave/areaLayer.ts';
import type { WaveView } from './wave/waveView.ts';

/** The sound turns the page this far before the side, and comes in this far behind it, CSS pixels. */
const LEAVE = 8;
const ENTER = 16;

/** Answers the stop. */
export function followSound(
  { view, layer }: { view: WaveView; layer: AreaLayer },
  audition: Pick<Audition, 'position'>,
): () => void {
  let left = view.left();
  let following = true;
  const follow = () => {
    const at = audition.position();
    layer.setPlayhead(at);
    const x = at * view.pixelsPerSecond();
    const isIn = x >= view.left() && x <= view.left() + view.width() - LEAVE;
    if (isIn) following = true;
    else if (view.left() !== left) following = false;
    if (!isIn && following && !layer.busy) view.scrollTo(x - ENTER);
    left = view.left();
    frame = requestAnimationFrame(follow);
  };
  let frame = requestAnimationFrame(follow);
  return () => cancelAnimationFrame(frame);
}
