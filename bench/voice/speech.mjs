// Speech for measures of intelligibility: a file named in the environment, or a synthesiser's voices, deep and
// high, in both languages people record in.
import { spawnSync } from 'node:child_process';

const FILE = process.env.BENCH_SPEECH;
const ENGLISH =
  'The north wind and the sun were disputing which was the stronger, when a traveller came along wrapped in a warm ' +
  'cloak. They agreed that the one who first succeeded in making the traveller take his cloak off should be ' +
  'considered stronger than the other.';
const GERMAN =
  'Einst stritten sich Nordwind und Sonne, wer von ihnen beiden wohl der Stärkere wäre, als ein Wanderer, der in ' +
  'einen warmen Mantel gehüllt war, des Weges daherkam. Sie wurden einig, dass derjenige für den Stärkeren gelten ' +
  'sollte, der den Wanderer zwingen würde, seinen Mantel abzunehmen.';
const VOICES = [
  { who: 'an English man', voice: 'en-gb', text: ENGLISH },
  { who: 'an English woman', voice: 'en+f2', text: ENGLISH },
  { who: 'a German man', voice: 'de', text: GERMAN },
  { who: 'a German woman', voice: 'de+f2', text: GERMAN },
];

/**
 * @param {number} sampleRate
 * @param {boolean} quick
 * @returns {{ who: string, samples(): Float32Array }[]} mono
 */
export function recordings(sampleRate, quick) {
  if (FILE) return [{ who: FILE, samples: () => decoded(FILE) }];
  return (quick ? VOICES.slice(0, 1) : VOICES).map(({ who, voice, text }) => ({
    who,
    samples: () => decoded('-', said('espeak-ng', ['-v', voice, '-s', '150', '--stdout', text])),
  }));

  /** Full scale is where recordings end; a mix may lie above. */
  function decoded(path, input) {
    const { buffer, byteOffset, length } = said(
      'ffmpeg',
      ['-v', 'error', '-i', path, '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', '-'],
      input,
    );
    return new Float32Array(buffer.slice(byteOffset, byteOffset + length)).map((sample) => 0.8 * sample);
  }
}

/** What a command writes. */
function said(command, args, input = '') {
  const { stdout, status, stderr } = spawnSync(command, args, { input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}
