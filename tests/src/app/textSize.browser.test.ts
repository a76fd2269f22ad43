// The type scale hangs on the reader's own text size, and no field is so small that an iPhone zooms the page for it.
import { afterEach, describe, expect, it } from 'vitest';
import '../../../src/app/tokens.css';
import '../../../src/app/base.css';
import searchField from '../../../src/features/search/SearchField.module.css';
import field from '../../../src/ui/Field.module.css';

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.style.fontSize = '';
});

const fontSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);

/** Each kind of field that is typed into, and those that only base.css styles. */
function fields(): HTMLElement[] {
  const classes = ['', field.input ?? '', searchField.input ?? ''];
  return classes.flatMap((name) =>
    ['input', 'textarea', 'select'].map((tag) => {
      const element = document.createElement(tag);
      element.className = name;
      document.body.append(element);
      return element;
    }),
  );
}

describe('text size', () => {
  it('takes 1 rem as 16 px where the reader chose no size', () => {
    expect(fontSize(document.documentElement)).toBe(16);
    expect(fontSize(document.body)).toBe(15);
  });

  it('grows with the size that the reader chose', () => {
    document.documentElement.style.fontSize = '24px';
    expect(fontSize(document.body)).toBe(22.5);
    for (const each of fields()) expect(fontSize(each)).toBeGreaterThan(24);
  });

  it('keeps every field at 16 px or more, also where the reader chose smaller text', () => {
    for (const size of ['', '12px']) {
      document.documentElement.style.fontSize = size;
      for (const each of fields()) expect(fontSize(each), each.outerHTML).toBeGreaterThanOrEqual(16);
    }
  });
});
