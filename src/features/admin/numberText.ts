// Numbers of the admin area, formatted as on all its English pages.

const whole = new Intl.NumberFormat('en-US');

/** `12,345`. */
export const numberText = (value: number): string => whole.format(value);
