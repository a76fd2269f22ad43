// Demo tools: demo mode only, admins only.
import * as z from 'zod/mini';
import { post } from './call.ts';

const demoTool = { access: 'admin', demoOnly: true } as const;

const tracks = z.strictObject({ tracks: z.number() });

export const demoCalls = {
  resetDatabase: post({ ...demoTool, transaction: 'own', data: z.null() }),
  forceCreateDemoData: post({ ...demoTool, transaction: 'own', data: tracks }),
  forceAddHollaTracks: post({ ...demoTool, transaction: 'own', data: tracks }),
  addDemoActivitiesAndNotifications: post({ ...demoTool, data: z.null() }),
};
