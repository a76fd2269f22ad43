// Full sound of a muffled recording while the button is held, by pointer or by Space and Enter.
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface FullSoundButtonProps {
  label: string;
  isFull: boolean;
  onChange: (isFull: boolean) => void;
  className?: string;
}

export function FullSoundButton({ label, isFull, onChange, className }: FullSoundButtonProps) {
  const release = () => onChange(false);
  return (
    <Button
      className={className}
      aria-pressed={isFull}
      icon={<Icon name={isFull ? 'volume' : 'listen'} size={18} />}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onChange(true);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        onChange(true);
      }}
      onKeyUp={release}
      onBlur={release}
    >
      {label}
    </Button>
  );
}
