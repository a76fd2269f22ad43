// What a viewer may see of everything (K8).
import { get } from '../call.ts';
import { page } from '../fields.ts';
import { databaseView } from '../views/snapshot.ts';

export const snapshotCalls = {
  getDatabase: get({ access: 'public', kept: true, data: databaseView, beside: page }),
};
