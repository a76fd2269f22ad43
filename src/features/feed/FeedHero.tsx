// The heading of the home page, with a faint ring of the newest recording behind it.
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { coverHeights } from '../../lib/cover.ts';
import { huesOf } from '../../lib/hues.ts';
import { messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { drawRing } from '../../ui/drawCover.ts';
import styles from './FeedHero.module.css';

export interface FeedHeroProps {
  /** The recording whose ring is shown; null while loading. */
  track: { cover: string } | null;
}

export function FeedHero({ track }: FeedHeroProps) {
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.picture}>{track !== null && <HeroRing cover={track.cover} />}</div>
      <h1 id="hero" className={styles.title}>
        {messages.feed.hero}
      </h1>
      <div className={styles.under}>
        <p className={styles.text}>{messages.feed.heroText}</p>
        <Link to={paths.demo()} className={buttonClass('quiet')}>
          {messages.feed.demoCenter}
        </Link>
      </div>
    </section>
  );
}

function HeroRing({ cover }: { cover: string }) {
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const { second } = huesOf(cover);
      drawRing(context, width / 2, height / 2, coverHeights(cover), {
        radius: width * 0.3,
        outer: width * 0.17,
        inner: width * 0.07,
        strokes: 180,
        width: Math.max(1, width * 0.0045),
        color: (level) => `oklch(78% 0.1 ${second} / ${(0.18 + 0.5 * level).toFixed(3)})`,
      });
    },
    [cover],
  );
  return <Canvas draw={draw} className={styles.ring} aria-hidden="true" />;
}
