// Whether this device has a network, for parts of a screen that are nothing without the server. The app says so once.
import { createContext } from 'react';

export const OnlineContext = createContext(true);
