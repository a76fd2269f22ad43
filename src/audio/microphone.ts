// Opens the microphone.
import type { CaptureEnvironment } from './captureEnvironment.ts';
import { CaptureError, microphoneRefusal } from './captureErrors.ts';

/** Requests the microphone. `natural`: without the browser's processing. Rejects with `CaptureError`. */
export async function openMicrophone(
  environment: CaptureEnvironment,
  natural: boolean,
): Promise<MediaStream> {
  const asked = {
    sampleRate: { ideal: 44_100 },
    echoCancellation: !natural,
    noiseSuppression: !natural,
    autoGainControl: !natural,
  };
  let microphone: MediaStream | undefined;
  try {
    microphone = await environment.getUserMedia?.({ audio: asked });
  } catch (error) {
    throw new CaptureError(microphoneRefusal(error), error);
  }
  if (!microphone) throw new CaptureError('unsupported');
  return microphone;
}
