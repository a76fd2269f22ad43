// Specified sentences of pages that are still to come; their rooms take them from here. This list may only shrink.

export const messagesToCome = {} as const;
