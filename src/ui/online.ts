// Whether this device is online. The app provides it.
import { createContext } from 'react';

export const OnlineContext = createContext(true);
