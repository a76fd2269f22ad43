// Text scales with the reader's font size, and fields are large enough that an iPhone does not zoom the page.
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

/** Every kind of text field, including those that only base.css styles. */
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
  it('uses 16 px for 1 rem by default', () => {
    expect(fontSize(document.documentElement)).toBe(16);
    expect(fontSize(document.body)).toBe(15);
  });

  it('grows with the reader’s font size', () => {
    document.documentElement.style.fontSize = '24px';
    expect(fontSize(document.body)).toBe(22.5);
    for (const each of fields()) expect(fontSize(each)).toBeGreaterThan(24);
  });

  it('keeps every field at 16 px or more, even with smaller text', () => {
    for (const size of ['', '12px']) {
      document.documentElement.style.fontSize = size;
      for (const each of fields()) expect(fontSize(each), each.outerHTML).toBeGreaterThanOrEqual(16);
    }
  });
});
