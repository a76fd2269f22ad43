// The player while its track loads: circle and text keep their places.
import { messages } from '../../lib/messages.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import view from './PlayerView.module.css';
import details from './TrackDetails.module.css';
import transport from './Transport.module.css';
import circle from './Visualizer.module.css';

export function PlayerSkeleton() {
  return (
    <div className={view.player} data-loading>
      <div className={view.stage}>
        <div className={`${circle.circle} ${circle.waiting}`}>
          <Spinner size={40} label={messages.shell.loading} />
        </div>
        <div className={transport.transport}>
          <div className={transport.time}>
            <Skeleton width="44px" height="26px" />
            <Skeleton width="44px" height="26px" />
          </div>
          <Skeleton height="44px" />
          <Skeleton height="44px" />
        </div>
      </div>
      <div className={view.words}>
        <div className={details.details}>
          <Skeleton width="70%" height="34px" />
          <Skeleton width="40%" height="44px" />
          <Skeleton width="90%" height="26px" />
        </div>
      </div>
    </div>
  );
}
