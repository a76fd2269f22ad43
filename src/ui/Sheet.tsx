// A panel from below on phones, centred on larger screens.
import { Dialog, type DialogProps } from './Dialog.tsx';

export function Sheet(props: Omit<DialogProps, 'kind'>) {
  return <Dialog {...props} kind="sheet" />;
}
