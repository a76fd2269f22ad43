// Folds text for word search: lower case, Latin letters without diacritics, like SQLite's FTS5
// (`unicode61 remove_diacritics 2`).

const LATIN = /^[a-z]/;
const MARKS = /\p{M}+/gu;
/** Everything but ASCII, which has no diacritics. */
const OTHERS = /\P{ASCII}/gu;

/** Folds one lower-case letter. */
function foldLetter(letter: string): string {
  const parts = letter.normalize('NFD');
  return LATIN.test(parts) ? parts.replace(MARKS, '') : letter;
}

export const fold = (text: string): string => {
  const small = text.toLowerCase();
  return small.search(OTHERS) < 0
    ? small
    : small.normalize('NFC').replace(OTHERS, foldLetter).replace(MARKS, '');
};
