// What the editor loads later: with the first tool, a draft of several takes, a damaged one, or the list of copies. One
// chunk, because a second one would take the atoms out of the editor's own, and an empty request costs 1 kB.
export { CopyKinds } from './CopyKinds.tsx';
export { DamageMarks } from './DamageMarks.tsx';
export { TakeReport } from './TakeReport.tsx';
export { addTakenAtom } from './takes/addedTake.ts';
export { composeAtom } from './takes/compose.ts';
export { startHoldAtom } from './tools/holdSession.ts';
export { default as ToolRoom } from './tools/ToolRoom.tsx';
export { startTrialAtom } from './tools/trialSession.ts';
