// A recording's audio as `uploads` and `tracks` both store it. A new column is added in this file and nowhere
// else in `api/db`.

export interface AudioColumns {
  /** Name of the blob. */
  file: string;
  mime_type: string;
  /** Bytes. */
  size: number;
  /** Seconds, from decoded frames. */
  duration: number;
  /** Base64 of 64 bytes: the relative loudness of each 64th. */
  cover: string;
  /** Integrated loudness; null for silence. */
  lufs: number | null;
  /** Name of the blob with the spectral envelope; null until a job has made it. */
  envelope: string | null;
  /** Keyed hash of the sound as we wrote it, by which it is recognised after its removal; null for the demo. */
  sound_key: string | null;
  /** Name of the blob with the small copy; null where there is none, and for uploads. */
  small: string | null;
  /** Its bytes; 0 where none is made, null until a job has decided. */
  small_size: number | null;
}

export type AudioColumn = keyof AudioColumns;

/** Column definitions in SQLite's spelling. */
const DEFINITIONS: Record<AudioColumn, string> = {
  file: 'text not null unique',
  mime_type: 'text not null',
  size: 'integer not null',
  duration: 'real not null',
  cover: 'text not null',
  lufs: 'real',
  envelope: 'text',
  sound_key: 'text',
  small: 'text',
  small_size: 'integer',
};

export const AUDIO_COLUMNS = Object.keys(DEFINITIONS) as AudioColumn[];

/** Columns for the engine's measurements and the file's location. */
export const audioColumns = (
  measured: { mimeType: string; seconds: number; cover: Uint8Array; lufs: number | null },
  stored: Pick<AudioColumns, 'file' | 'size' | 'envelope' | 'sound_key'>,
): AudioColumns => ({
  ...stored,
  mime_type: measured.mimeType,
  duration: measured.seconds,
  cover: Buffer.from(measured.cover).toString('base64'),
  lufs: measured.lufs,
  small: null,
  small_size: null,
});

/** For `create table`. */
export const audioDefinitions = AUDIO_COLUMNS.map((column) => `${column} ${DEFINITIONS[column]}`).join(', ');

/** For `select`. */
export const audioColumnsOf = <Table extends 'tracks' | 'uploads'>(table: Table) =>
  AUDIO_COLUMNS.map((column): `${Table}.${AudioColumn}` => `${table}.${column}`);

/** Only the audio of a row. */
export const audioOf = (row: AudioColumns): AudioColumns =>
  Object.fromEntries(AUDIO_COLUMNS.map((column) => [column, row[column]])) as unknown as AudioColumns;
