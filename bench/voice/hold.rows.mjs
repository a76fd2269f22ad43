// Hold-to-keep in the built app: a take whose pitch encodes the time is held from 1.0 to 4.0 s as heard. What was
// heard at the press is read from the sound on its way to the speaker, not from the app.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../api/processes.mjs';
import { wav } from '../dsp/longFile.mjs';
import { openPhone } from '../ui/browser.mjs';

const RATE = 48_000;
/** From three minutes on the mode is offered by itself. */
const SECONDS = 200;
const GLIDE_SECONDS = 10;
const FROM_HZ = 500;
const PER_SECOND_HZ = 500;
const [PRESS, RELEASE] = [1, 4];
const EXPECTED = [0.75, 4];

/** Ten seconds of a tone that rises by 500 Hz a second. */
function glide() {
  const take = new Float32Array(SECONDS * RATE);
  for (let n = 0; n < GLIDE_SECONDS * RATE; n++) {
    const t = n / RATE;
    take[n] = 0.3 * Math.sin(2 * Math.PI * (FROM_HZ + (PER_SECOND_HZ / 2) * t) * t);
  }
  return take;
}

/** Runs in the page: listens at the destination and works the button when so much was heard. */
function listenIn({ from, perSecond }) {
  const Original = globalThis.AudioContext;
  const ears = [];
  globalThis.AudioContext = class extends Original {
    #ear;
    get destination() {
      const speaker = super.destination;
      if (!this.#ear) {
        this.#ear = new AnalyserNode(this, { fftSize: 4096, smoothingTimeConstant: 0 });
        this.#ear.connect(speaker);
        ears.push(this.#ear);
      }
      return this.#ear;
    }
  };
  /** Seconds of the take that leave the speaker now, by pitch; null in silence. */
  const heard = () => {
    for (const ear of ears) {
      const samples = new Float32Array(ear.fftSize);
      ear.getFloatTimeDomainData(samples);
      const rate = ear.context.sampleRate;
      // Cycles between the first and the last zero crossing upwards.
      let [first, last, cycles] = [-1, -1, -1];
      for (let n = 1; n < samples.length; n++) {
        if (!(samples[n - 1] < 0 && samples[n] >= 0)) continue;
        const at = n - samples[n] / (samples[n] - samples[n - 1]);
        if (first < 0) first = at;
        last = at;
        cycles++;
      }
      if (cycles < 20) continue;
      const hz = (cycles * rate) / (last - first);
      const middle = (first + last) / 2;
      const rendered = (hz - from) / perSecond + (samples.length - middle) / rate;
      return rendered - ear.context.outputLatency;
    }
    return null;
  };
  globalThis.holdBetween = (button, press, release) =>
    new Promise((resolve) => {
      const act = (type) =>
        button.dispatchEvent(
          new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, button: 0 }),
        );
      // A pointer of a script cannot be captured.
      button.setPointerCapture = () => {};
      let pressed = null;
      const timer = setInterval(() => {
        const now = heard();
        if (now === null) return;
        if (pressed === null && now >= press) {
          act('pointerdown');
          pressed = now;
        } else if (pressed !== null && now >= release) {
          act('pointerup');
          clearInterval(timer);
          resolve({ pressed, released: now });
        }
      }, 5);
    });
}

export function rows() {
  const name = 'hold-to-keep from 1.0 to 4.0 s of what is heard, the built app in Chromium';
  return [
    {
      name,
      async bars() {
        const folder = mkdtempSync(join(tmpdir(), 'aural-hold-'));
        const server = await startServer(folder);
        const phone = await openPhone(1, { watchesHeap: false });
        const { page } = phone;
        try {
          const path = join(folder, 'glide.wav');
          writeFileSync(path, wav(glide(), RATE));
          await page.addInitScript(listenIn, { from: FROM_HZ, perSecond: PER_SECOND_HZ });
          await page.goto(`${server.url}/record`);
          await page.locator('input[type=file]').first().setInputFiles(path);
          await page.getByRole('button', { name: 'Trim first' }).click();
          await page.getByRole('button', { name: 'Hold to keep', exact: true }).click();
          const button = page.getByRole('button', { name: /^(Hold to keep this|Keeping)/ });
          await button.waitFor();
          const held = button.evaluate(
            (element, [press, release]) => holdBetween(element, press, release),
            [PRESS, RELEASE],
          );
          await page.getByRole('button', { name: 'Play', exact: true }).click();
          const { pressed, released } = await held;
          await page.getByRole('button', { name: 'Keep these' }).click();
          const edge = (which) =>
            page
              .locator(`[role=slider][aria-label="Area 1, ${which}"]`)
              .getAttribute('aria-valuenow')
              .then(Number);
          const kept = [await edge('start'), await edge('end')];
          // A busy machine presses late: what it was late by was heard, too.
          const off = [
            kept[0] - EXPECTED[0] - (pressed - PRESS),
            kept[1] - EXPECTED[1] - (released - RELEASE),
          ];
          return [
            { what: 'pressed when so much was heard', value: pressed, unit: 's' },
            { what: 'released after this much audio', value: released, unit: 's' },
            { what: 'kept from', value: kept[0], unit: 's' },
            { what: 'kept to', value: kept[1], unit: 's' },
            {
              what: `off ${EXPECTED[0]} s, for a press at ${PRESS} s`,
              value: Math.abs(off[0]),
              unit: 's',
              atMost: 0.1,
            },
            {
              what: `off ${EXPECTED[1]} s, for a release at ${RELEASE} s`,
              value: Math.abs(off[1]),
              unit: 's',
              atMost: 0.1,
            },
          ];
        } finally {
          await phone.close();
          await server.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
}
