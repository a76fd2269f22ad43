// The filters a person can choose from are those the server knows.
import { expect, it } from 'vitest';
import { GENDER_FILTERS, GENDERS_OF } from '../../api/contract/categories.ts';

it('offers every filter of genders once, and all', () => {
  expect([...GENDER_FILTERS].sort()).toEqual(['all', ...Object.keys(GENDERS_OF)].sort());
});
