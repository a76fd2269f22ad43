// Scrolls to a field that the server refused and focuses it, once for each refusal.
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { refusedFieldAtom } from './form.ts';
import { ELEMENT_OF, showField } from './showField.ts';

export function useRefusedField(): void {
  const field = useAtomValue(refusedFieldAtom)?.field ?? null;
  useEffect(() => {
    if (field !== null && field !== 'allowComments') showField(ELEMENT_OF[field]);
  }, [field]);
}
