import { describe, expect, it } from 'vitest';
import { formErrors, readForm, type ShareForm, titleError } from '../../../../src/features/publish/rules.ts';
import { addTag, normaliseTag, toggleTag } from '../../../../src/lib/tags.ts';

const form: ShareForm = {
  title: 'Moments',
  description: '',
  gender: 'Diverse',
  tags: [],
  consentAt: null,
  transcript: '',
  allowComments: true,
};

describe('the title', () => {
  it.each([
    ['', 'Title is required'],
    ['   ', 'Title is required'],
    ['\u200b\u2800\u3164', 'Title is required'],
    ['\u202e\u202c', 'Title is required'],
    ['x', 'Title must be at least 2 characters'],
    ['x\u200b\u200b', 'Title must be at least 2 characters'],
    ['xy', null],
    ['x'.repeat(85), null],
    ['x'.repeat(86), 'Title must not exceed 85 characters'],
  ])('%j → %j', (title, error) => {
    expect(titleError(title)).toBe(error);
  });
});

describe('an own tag', () => {
  it.each([
    ['My  Tag!', 'my-tag'],
    ['zärtlich', 'zaertlich'],
    ['Süße Größe', 'suesse-groesse'],
    ['  -a-  ', 'a'],
    ['x'.repeat(40), 'x'.repeat(24)],
    ['💋', ''],
  ])('%j becomes %j', (text, tag) => {
    expect(normaliseTag(text)).toBe(tag);
  });

  it('is refused with the specified sentences', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    expect(addTag([], 'a')).toEqual({ ok: false, error: 'Tag muss mindestens 2 Zeichen haben' });
    expect(addTag(ten, 'more')).toEqual({ ok: false, error: 'Maximum 10 tags allowed' });
    expect(addTag(['late'], 'Late')).toEqual({ ok: false, error: 'Dieser Tag wurde bereits hinzugefügt' });
    expect(addTag([], 'SOFT')).toEqual({ ok: false, error: 'Dieser Tag ist bereits in der Liste verfügbar' });
    expect(addTag(['late'], 'Night')).toEqual({ ok: true, tags: ['late', 'night'] });
  });
});

describe('predefined tags', () => {
  it('can be added and removed', () => {
    expect(toggleTag([], 'Soft')).toEqual({ ok: true, tags: ['Soft'] });
    expect(toggleTag(['Soft', 'Warm'], 'Soft')).toEqual({ ok: true, tags: ['Warm'] });
  });

  it('count toward ten', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    expect(toggleTag(ten, 'Soft')).toEqual({ ok: false, error: 'Maximum 10 tags allowed' });
  });
});

describe('the form', () => {
  it('needs a category', () => {
    expect(formErrors({ ...form, gender: null }).gender).toBe('Please select who is on the recording');
  });

  it('asks only a couple for consent', () => {
    expect(formErrors({ ...form, gender: 'Couple' }).consentAt).toBeDefined();
    expect(formErrors({ ...form, gender: 'Couple', consentAt: '2026-11-21T00:00:00Z' })).toEqual({});
    expect(formErrors(form)).toEqual({});
  });

  it('refuses 1001 characters of description', () => {
    expect(formErrors({ ...form, description: 'x'.repeat(1001) }).description).toBeDefined();
    expect(formErrors({ ...form, description: 'x'.repeat(1000) })).toEqual({});
  });

  it('refuses a transcript that is too long, and stores it and the choice about comments', () => {
    expect(formErrors({ ...form, transcript: 'x'.repeat(20_001) }).transcript).toBeDefined();
    expect(formErrors({ ...form, transcript: 'x'.repeat(20_000) })).toEqual({});
    const stored = { transcript: 'Said', allowComments: false };
    expect(readForm(stored, form)).toEqual({ ...form, ...stored });
  });

  it('is restored field by field from storage', () => {
    const stored = { title: 'Late', gender: 'Mixed', tags: ['a', 3], consentAt: 7, description: null };
    expect(readForm(stored, form)).toEqual({ ...form, title: 'Late', tags: ['a'] });
    expect(readForm(null, form)).toBe(form);
  });
});
