// The one Jotai store of the page, and what is plugged into it at start.
import { createStore } from 'jotai/vanilla';

export const store = createStore();
