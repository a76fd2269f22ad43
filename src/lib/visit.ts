/** Number of pages of this visit before this one; 0 for a page opened by its URL. The router counts them. */
export const pagesBehind = (): number => {
  const index: unknown = history.state?.idx;
  return typeof index === 'number' ? index : 0;
};
