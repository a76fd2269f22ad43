// Text as words are compared: in small letters, Latin ones without their marks, as FTS5 folds it on SQLite
// (`unicode61 remove_diacritics 2`).

const LATIN = /^[a-z]/;
const MARKS = /\p{M}+/gu;
/** All but ASCII, which has no marks. */
const OTHERS = /\P{ASCII}/gu;

/** One letter of a small word. */
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
