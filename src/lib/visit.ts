/** How many pages of this visit lie behind this one; 0 when it was opened by its address. The router counts them. */
export const pagesBehind = (): number => {
  const index: unknown = history.state?.idx;
  return typeof index === 'number' ? index : 0;
};
