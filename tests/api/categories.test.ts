// The app's filters equal the server's.
import { expect, it } from 'vitest';
import { GENDER_FILTERS, GENDERS_OF } from '../../api/contract/categories.ts';

it('offers every gender filter once, and all', () => {
  expect([...GENDER_FILTERS].sort()).toEqual(['all', ...Object.keys(GENDERS_OF)].sort());
});
