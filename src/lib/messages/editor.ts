// Texts of the editor that are not specified: gestures, keys and values.

export const editorMessages = {
  areaSays: 'Area {n}: {start} s - {end} s',
  areasLeft: '{n} areas, {kept} kept',
  /** `1 minute 3 of 4 minutes 10`. */
  positionValue: '{elapsed} of {total}',
  timeOf: '{time} of {total}',
  range: '{start} – {end}',
  wholeInView: 'Whole recording',
  windowValue: '{from} to {to} of {total}',
  back: '{n} s back',
  ahead: '{n} s forward',
  cutHere: 'Cut here',
  removePart: 'Remove this part',
  /** Under an icon; spoken as `removePart`. */
  removeShort: 'Remove',
  marks: 'Markers: {count}',
  markOf: 'Marker {n} of {count}',
  previousMark: 'Previous marker',
  nextMark: 'Next marker',
  areasShort: 'Preview',
  pauseAreas: 'Pause all areas',
  pauseArea: 'Pause area {n}',
  snap: 'Snap',
  snapHint: 'Edges snap to pauses, other areas and the playhead',
  areaRemoved: 'Area removed',
  exportLowered: '{time}: MP3 at {kbps} kbit/s, {size}.',
  exportOriginal: '{time}: published unchanged, {size}.',
  exportTooLong: 'Recordings can be up to {max} minutes long. Cut {over}.',
  keys: 'Keys',
} as const;
