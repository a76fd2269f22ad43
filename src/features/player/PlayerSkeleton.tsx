// The player while its track loads: circle and text keep their places.
import { messages } from '../../lib/messages.ts';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
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
            <RingSkeleton width="44px" height="26px" />
            <RingSkeleton width="44px" height="26px" />
          </div>
          <RingSkeleton height="44px" />
          <RingSkeleton height="44px" />
        </div>
      </div>
      <div className={view.words}>
        <div className={details.details}>
          <RingSkeleton width="70%" height="34px" />
          <RingSkeleton width="40%" height="44px" />
          <RingSkeleton width="90%" height="26px" />
        </div>
      </div>
    </div>
  );
}
