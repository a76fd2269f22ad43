// Opens a microphone, and lists them.
import { createScope } from '../lib/scope.ts';
import type { CaptureEnvironment } from './captureEnvironment.ts';
import { CaptureError, microphoneRefusal } from './captureErrors.ts';

export interface Microphone {
  /** Of this origin, until the person clears its data. */
  id: string;
  name: string;
}

/** Names of the system's choice, which is none of the devices. */
const PSEUDO_DEVICES = new Set(['', 'default', 'communications']);

/**
 * Calls `onList` now and whenever one is plugged in or out: the microphones the browser names, none before a
 * permission. Answers the stop.
 */
export function watchMicrophones(onList: (microphones: Microphone[]) => void): () => void {
  const scope = createScope();
  const devices = navigator.mediaDevices;
  const look = () =>
    void devices.enumerateDevices().then(
      (all) => {
        if (scope.closed) return;
        const named = all.filter((each) => each.kind === 'audioinput' && each.label !== '');
        onList(
          named
            .filter(({ deviceId }) => !PSEUDO_DEVICES.has(deviceId))
            .map(({ deviceId, label }) => ({ id: deviceId, name: label })),
        );
      },
      // The system's choice records.
      () => undefined,
    );
  // Missing on an insecure address.
  if (devices) {
    scope.listen(devices, 'devicechange', look);
    look();
  }
  return () => scope.close();
}

/**
 * Requests a microphone. `natural`: without the browser's processing. `id`: the preferred one; another opens if it is
 * not there. Rejects with `CaptureError`.
 */
export async function openMicrophone(
  environment: CaptureEnvironment,
  natural: boolean,
  id = '',
): Promise<MediaStream> {
  const asked = {
    sampleRate: { ideal: 44_100 },
    echoCancellation: !natural,
    noiseSuppression: !natural,
    autoGainControl: !natural,
  };
  let microphone: MediaStream | undefined;
  try {
    // Exact: Chromium prefers the default device to an ideal id.
    if (id !== '') {
      microphone = await environment
        .getUserMedia?.({ audio: { ...asked, deviceId: { exact: id } } })
        .catch((error: unknown) => {
          if (microphoneRefusal(error) === 'denied') throw error;
          return undefined;
        });
    }
    microphone ??= await environment.getUserMedia?.({ audio: asked });
  } catch (error) {
    throw new CaptureError(microphoneRefusal(error), error);
  }
  if (!microphone) throw new CaptureError('unsupported');
  return microphone;
}
