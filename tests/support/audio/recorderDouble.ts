// A MediaRecorder that a test drives from outside the page.
import type { Page } from 'playwright';

export interface DoubleScript {
  /** Delivered by `stop` before the stop event. */
  lastChunk?: string;
  /** Delivered after the stop event. */
  lateChunk?: string;
  /** `stop` never calls back. */
  silentStop?: boolean;
}

/** Installs the double in every page opened from now on. The microphone remains the browser's own. */
export async function installDouble(page: Page, script: DoubleScript = {}): Promise<void> {
  await page.addInitScript((given) => {
    class DoubleRecorder extends EventTarget {
      static isTypeSupported = (type: string) => type.startsWith('audio/webm');
      state = 'inactive';
      mimeType = 'audio/webm;codecs=opus';
      stream: MediaStream;
      constructor(stream: MediaStream) {
        super();
        this.stream = stream;
        Object.assign(window, { double: this });
      }
      start() {
        this.state = 'recording';
        setTimeout(() => this.dispatchEvent(new Event('start')));
      }
      pause() {
        this.state = 'paused';
      }
      resume() {
        this.state = 'recording';
      }
      requestData() {}
      stop() {
        this.state = 'inactive';
        if (given.lastChunk !== undefined) this.give(given.lastChunk);
        if (given.silentStop) return;
        setTimeout(() => {
          this.dispatchEvent(new Event('stop'));
          if (given.lateChunk !== undefined) this.give(given.lateChunk);
        });
      }
      give(data: BlobPart) {
        const event = Object.assign(new Event('dataavailable'), { data: new Blob([data]) });
        this.dispatchEvent(event);
      }
    }
    Object.assign(window, { MediaRecorder: DoubleRecorder });
  }, script);
}

/** The recorder delivers these chunks in order. */
export const give = (page: Page, ...texts: string[]): Promise<void> =>
  page.evaluate((chunks) => {
    const { double } = window as unknown as { double: { give(text: string): void } };
    for (const chunk of chunks) double.give(chunk);
  }, texts);

/** Fires an event of the recorder or of the microphone's track. */
export const happen = (page: Page, to: 'recorder' | 'track', type: string): Promise<void> =>
  page.evaluate(
    ([target, name]) => {
      const { double } = window as unknown as { double: EventTarget & { stream: MediaStream } };
      const heard = target === 'track' ? double.stream.getAudioTracks()[0] : double;
      heard?.dispatchEvent(new Event(name ?? ''));
    },
    [to, type],
  );

/** Whether the microphone of the latest recorder is still running. */
export const microphoneRuns = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { double } = window as unknown as { double: { stream: MediaStream } };
    return double.stream.getTracks().some((track) => track.readyState === 'live');
  });
